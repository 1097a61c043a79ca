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

/** What a table is called: its file in a zip, its sheet, its label. */
export interface TableName extends Pick<Dataset, 'domain' | 'title'> {
  readonly name: Dataset['name'] | ListingName | 'notes';
}

/** The rows and columns that are exported of one dataset, or of what people wrote down, whatever the format. */
export interface ExportTable {
  readonly dataset: TableName;
  readonly columns: readonly Column[];
  /** Columns that were asked for and that a protected export leaves out. */
  readonly leftOut: readonly Column[];
  /** How many rows it has. */
  readonly of: number;
  /** Its rows from the first one on, some at a time: before the cells, in the order of the columns, each has its row number, or null where that must not be told. */
  readonly pages: () => Iterable<readonly StoredRow[]>;
  /** Where they are stored, for what reads them in a way of its own; null where they do not leave as they are. */
  readonly stored: { readonly study: StudyReader; readonly dataset: Dataset; readonly rowids: readonly number[] } | null;
  /** The same where their cells are kept in columns; null where they are not. */
  readonly cached: CachedRows | null;
}

/** Cells before those of the columns. */
export const leadingCells = 1;

/** Rows read at once: more gain no time, and outlive the first collections of V8. */
const rowsAtOnce = 500;

/** Belongs inside a snapshot, as does reading it. Fewer rows than `fewest` are read from the store in any case. */
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

/** A table over rows whose cells are in columns; where those cannot be read any more, it is read from the store. */
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

/** A table over rows by their numbers; `reading` is asked for a way to read them, some at a time, at the begin of each reading. */
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
