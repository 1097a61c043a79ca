import Database from 'better-sqlite3-multiple-ciphers';
import type { Dataset } from '../../shared/datasets/datasets.ts';
import type { Column } from '../../shared/datasets/declaration.ts';
import { quoted, rowTable } from '../store/layout.ts';
import { sqlName } from './columns.ts';
import { cellFetcher, sharedCombinations, liesTogether } from './fetch-cells.ts';
import type { StoredRow, StoredValue } from './fetch-rows.ts';
import type { StudyReader } from './study-directory.ts';
import { sqlBetween, sqlListed, sqlRowid } from './tables.ts';

/** Bytes that UTF-8 does not have: between the fields of a row, between rows, and instead of a text where there is none. */
export const mark = { field: 0xff, none: 0xfe, row: 0xfd } as const;

/** Rows as bytes that SQLite put together, which spares JavaScript a value for each text. */
export interface RowBytes {
  readonly rowids: readonly number[];
  /**
   * Of each row its number and that of its combination of shared cells, both in digits, then its own texts in the order of the columns
   * (UTF-8; lists as stored), all with `mark`s between them.
   */
  readonly bytes: Uint8Array;
  /** Of each row its number, then the cells of its own number columns as `cellFetcher` gives them; empty where there is no such column. */
  readonly numbers: readonly StoredRow[];
}

/** Where the cell of a column is: the next of the texts, or at a place of the numbers or of the combination. */
export type CellPlace = { readonly in: 'texts' } | { readonly in: 'numbers' | 'combination'; readonly at: number };

export interface RowBytesFetcher {
  /** Of each column. */
  readonly places: readonly CellPlace[];
  /** The combinations of shared cells by their number, which is also the first value of each; empty where no column is shared. */
  readonly combinations: ReadonlyMap<StoredValue, StoredRow>;
  /** The rows of these numbers in that order: at once, or in parts where they would be too long for SQLite. */
  readonly fetch: (rowids: readonly number[]) => Iterable<RowBytes>;
}

/**
 * Reads the cells of these columns by row number as `cellFetcher` does, for what goes on as bytes; null where there are too many
 * combinations of shared cells to hold. Belongs inside a snapshot from its making on.
 */
export function rowBytesFetcher(study: StudyReader, dataset: Dataset, columns: readonly Column[]): RowBytesFetcher | null {
  const shared = columns.filter((column) => column.shared === true);
  const own = columns.filter((column) => column.shared !== true);
  const numbers = own.filter(({ kind }) => kind === 'number');
  const combinations = shared.length === 0 ? new Map<StoredValue, StoredRow>() : sharedCombinations(study, dataset, shared);
  if (combinations === null) return null;
  const texts = textsFetcher(
    study,
    dataset,
    own.filter(({ kind }) => kind !== 'number'),
  );
  const fetchNumbers = numbers.length === 0 ? () => [] : cellFetcher(study, dataset, numbers);
  const placeOf = (column: Column): CellPlace => {
    if (column.shared === true) return { in: 'combination', at: 1 + shared.indexOf(column) };
    return column.kind === 'number' ? { in: 'numbers', at: 1 + numbers.indexOf(column) } : { in: 'texts' };
  };
  function* fetch(rowids: readonly number[]): Generator<RowBytes> {
    const bytes = texts(rowids);
    if (bytes !== null) {
      yield { rowids, bytes, numbers: fetchNumbers(rowids) };
      return;
    }
    const half = Math.ceil(rowids.length / 2);
    yield* fetch(rowids.slice(0, half));
    yield* fetch(rowids.slice(half));
  }
  return { places: columns.map(placeOf), combinations, fetch };
}

/** Reads `RowBytes.bytes`; null where they are longer than SQLite lets a value be, so that fewer rows must be asked for at once. */
function textsFetcher({ db }: StudyReader, dataset: Dataset, columns: readonly Column[]): (rowids: readonly number[]) => Uint8Array | null {
  const fields = [sqlRowid(dataset), '_shared', ...columns.map((column) => `ifnull(${sqlName(column)}, ${sqlByte(mark.none)})`)];
  const rows = `CAST(group_concat(concat_ws(${sqlByte(mark.field)}, ${fields.join(', ')}), ${sqlByte(mark.row)}) AS BLOB)`;
  const scattered = db.prepare<[string], Uint8Array>(`SELECT ${rows} FROM ${sqlListed(dataset, quoted(rowTable(dataset.name)))}`).pluck();
  const adjacent = db.prepare<[number, number], Uint8Array>(`SELECT ${rows} FROM ${sqlBetween(dataset)}`).pluck();
  // SQL promises no order within group_concat: each row has its number, which whoever reads it looks at.
  return (rowids) => {
    try {
      const found = liesTogether(rowids) ? adjacent.get(rowids[0] ?? 0, rowids.at(-1) ?? -1) : scattered.get(JSON.stringify(rowids));
      return found ?? new Uint8Array();
    } catch (error: unknown) {
      if (rowids.length > 1 && error instanceof Database.SqliteError && error.code === 'SQLITE_TOOBIG') return null;
      throw error;
    }
  };
}

function sqlByte(byte: number): string {
  return `x'${byte.toString(16)}'`;
}
