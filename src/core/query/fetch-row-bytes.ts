import Database from 'better-sqlite3-multiple-ciphers';
import type { Dataset } from '../../shared/datasets/datasets.ts';
import type { Column } from '../../shared/datasets/declaration.ts';
import { quoted, rowTable } from '../store/database/layout.ts';
import { sqlName } from './columns.ts';
import { cellFetcher, sharedCombinations, liesTogether } from './fetch-cells.ts';
import type { StoredRow, StoredValue } from './fetch-rows.ts';
import type { StudyReader } from './study-directory.ts';
import { sqlBetween, sqlListed, sqlRowid } from './tables.ts';

/** Bytes that do not occur in UTF-8: between the fields of a row, in place of a missing text, and between rows. */
export const mark = { field: 0xff, none: 0xfe, row: 0xfd } as const;

/** Rows as bytes concatenated by SQLite, which avoids a JavaScript value for each text. */
export interface RowBytes {
  readonly rowids: readonly number[];
  /**
   * For each row: its row number and that of its combination of shared cells, both in digits, then its own texts in the order of the
   * columns (UTF-8; lists as stored), with `mark`s between all of them.
   */
  readonly bytes: Uint8Array;
  /** For each row: its row number, then the cells of its own number columns as `cellFetcher` returns them; empty without such columns. */
  readonly numbers: readonly StoredRow[];
}

/** Where the cell of a column is: the next text, or an index into the numbers or the combination. */
export type CellPlace = { readonly in: 'texts' } | { readonly in: 'numbers' | 'combination'; readonly at: number };

export interface RowBytesFetcher {
  /** One per column. */
  readonly places: readonly CellPlace[];
  /** The combinations of shared cells by number, which is also the first value of each; empty if no column is shared. */
  readonly combinations: ReadonlyMap<StoredValue, StoredRow>;
  /** Returns the rows of these numbers in that order: at once, or in parts if they are too long for SQLite. */
  readonly fetch: (rowids: readonly number[]) => Iterable<RowBytes>;
}

/**
 * Reads the cells of these columns by row number like `cellFetcher`, for consumers of bytes. Returns null if there are too many
 * combinations of shared cells to hold. Create and use it inside one snapshot.
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

/** Reads `RowBytes.bytes`; returns null if they exceed SQLite's limit for a value, so that fewer rows must be requested at once. */
function textsFetcher({ db }: StudyReader, dataset: Dataset, columns: readonly Column[]): (rowids: readonly number[]) => Uint8Array | null {
  const fields = [sqlRowid(dataset), '_shared', ...columns.map((column) => `ifnull(${sqlName(column)}, ${sqlByte(mark.none)})`)];
  const rows = `CAST(group_concat(concat_ws(${sqlByte(mark.field)}, ${fields.join(', ')}), ${sqlByte(mark.row)}) AS BLOB)`;
  const scattered = db.prepare<[string], Uint8Array>(`SELECT ${rows} FROM ${sqlListed(dataset, quoted(rowTable(dataset.name)))}`).pluck();
  const adjacent = db.prepare<[number, number], Uint8Array>(`SELECT ${rows} FROM ${sqlBetween(dataset)}`).pluck();
  // SQL guarantees no order within group_concat, so each row includes its number, which the consumer checks.
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
