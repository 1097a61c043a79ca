import { datasets, type Dataset } from '../../shared/datasets/datasets.ts';
import type { Column } from '../../shared/datasets/declaration.ts';
import type { ListingName } from '../../shared/listings.ts';
import { cellFetcher } from '../query/fetch-cells.ts';
import type { StoredRow } from '../query/fetch-rows.ts';
import { selectRowids } from '../query/rows.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { cachedCells } from './columns/cached-cells.ts';
import { cachedRows, type CachedRows } from './columns/cached-rows.ts';
import { exportColumns, type ExportPart } from './export-plan.ts';

/** The names of a table: its file in a zip, its sheet, its label. */
export interface TableName extends Pick<Dataset, 'domain' | 'title'> {
  readonly name: Dataset['name'] | ListingName | 'notes';
}

/** The exported rows and columns of one dataset, a listing or the notes, in any format. */
export interface ExportTable {
  readonly dataset: TableName;
  readonly columns: readonly Column[];
  /** Requested columns that a protected export leaves out. */
  readonly leftOut: readonly Column[];
  /** Number of rows. */
  readonly of: number;
  /**
   * Its rows in order, in batches. Each row starts with its row number, or null if that must not be disclosed, followed by the cells in the
   * order of the columns.
   */
  readonly pages: () => Iterable<readonly StoredRow[]>;
  /** Where the rows are stored, for formats with their own way of reading them; null if they are not exported as stored. */
  readonly stored: { readonly study: StudyReader; readonly dataset: Dataset; readonly rowids: readonly number[] } | null;
  /** The cached columns of the same rows; null if they are not cached. */
  readonly cached: CachedRows | null;
}

/** Number of cells before those of the columns. */
export const leadingCells = 1;

/** Rows read at once. More save no time, and live longer than V8's first collections. */
const rowsAtOnce = 500;

/** Call inside a snapshot, and read the table inside it. Fewer rows than `fewest` are always read from the store. */
export function openTable(study: StudyReader, { selection, sort, columns: names }: ExportPart, fewest?: number): ExportTable {
  const dataset = datasets[selection.dataset];
  const columns = exportColumns(dataset, names);
  const cached = cachedRows(study, dataset, { columns, selection, sort }, fewest);
  const reading = (): ReadRows => cellFetcher(study, dataset, columns);
  if (cached !== null) return cachedTable({ dataset, columns, leftOut: [] }, cached, reading);
  const rowids = selectRowids(study, dataset, selection, sort);
  return { ...tableOver({ dataset, columns, leftOut: [], rowids }, reading), stored: { study, dataset, rowids } };
}

export type ReadRows = (rowids: readonly number[]) => readonly StoredRow[];

/** A table over rows whose cells are in the column cache; if the columns can no longer be read, it is read from the store. */
export function cachedTable(
  shape: Pick<ExportTable, 'dataset' | 'columns' | 'leftOut'>,
  cached: CachedRows,
  reading: () => ReadRows,
): ExportTable {
  const { rowids, positions } = cached;
  const of = positions.length;
  return {
    ...{ ...shape, of, stored: null, cached },
    *pages() {
      const columns = cached.columns();
      if (columns !== null) {
        const read = cachedCells(cached, columns);
        for (let at = 0; at < of; at += rowsAtOnce) yield read(at, at + rowsAtOnce);
      } else {
        const ordered = Array.from(positions, (position) => rowids[position] ?? 0);
        yield* tableOver({ ...shape, rowids: ordered }, reading).pages();
      }
    },
  };
}

/** A table over rows by their row numbers; `reading` provides a function that reads a batch, at the start of each reading. */
export function tableOver(
  { rowids, ...shape }: Pick<ExportTable, 'dataset' | 'columns' | 'leftOut'> & { readonly rowids: readonly number[] },
  reading: () => ReadRows,
): ExportTable {
  return {
    ...shape,
    of: rowids.length,
    *pages() {
      const fetch = reading();
      for (let at = 0; at < rowids.length; at += rowsAtOnce) yield fetch(rowids.slice(at, at + rowsAtOnce));
    },
    stored: null,
    cached: null,
  };
}
