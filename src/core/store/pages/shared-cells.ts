import type { Dataset } from '../../../shared/datasets/datasets.ts';
import type { SqlValue } from '../../extract/sql-columns.ts';
import { Combinations } from './combinations.ts';
import type { Db } from '../database/database.ts';
import { layoutOf, quoted, sharedTable } from '../database/layout.ts';

/** Combinations cached. Beyond this number one may be stored twice, which only costs space. */
const MOST_CACHED = 16_384;
/** Longest combination that is cached, in characters. */
const LONGEST_CACHED = 1024;

/**
 * Returns a function from a combination of shared cells to its `_id`, which stores new combinations. After a failed transaction, create a
 * new function: what this one has cached was rolled back.
 */
export function sharedCells(db: Db, dataset: Dataset): (cells: readonly SqlValue[]) => number {
  const table = quoted(sharedTable(dataset.name));
  const columns = layoutOf(dataset).shared.columns.map(({ name }) => quoted(name));
  const insert = db.prepare<SqlValue[]>(
    `INSERT INTO ${table} (${['_id', ...columns].join(', ')}) VALUES (${['NULL', ...columns.map(() => '?')].join(', ')})`,
  );
  const places = [...columns.keys()];
  let known = new Combinations<number>(places);
  // Rows of a page that share a combination have the same array.
  const met = new WeakMap<readonly SqlValue[], number>();
  const latest = db
    .prepare<[number], [number, ...SqlValue[]]>(`SELECT ${['_id', ...columns].join(', ')} FROM ${table} ORDER BY _id DESC LIMIT ?`)
    .raw();
  for (const [id, ...cells] of latest.iterate(MOST_CACHED / 2)) if (isShort(cells)) known.get(cells, () => id);
  return (cells) => {
    let id = met.get(cells);
    if (id !== undefined) return id;
    if (known.size >= MOST_CACHED) known = new Combinations<number>(places);
    const keep = (): number => Number(insert.run(...cells).lastInsertRowid);
    id = isShort(cells) ? known.get(cells, keep) : keep();
    met.set(cells, id);
    return id;
  };
}

function isShort(cells: readonly SqlValue[]): boolean {
  let length = 0;
  for (const cell of cells) if (typeof cell === 'string') length += cell.length;
  return length <= LONGEST_CACHED;
}
