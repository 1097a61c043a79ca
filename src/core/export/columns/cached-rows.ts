import type { Dataset } from '../../../shared/datasets/datasets.ts';
import type { Column } from '../../../shared/datasets/declaration.ts';
import type { Selection, Sort } from '../../../shared/query.ts';
import { rowidsOf } from '../../query/columns-in-memory/entries.ts';
import { positionOf, type CachedColumn, type CachedDataset } from '../../query/columns-in-memory/cached-dataset.ts';
import { isEverything, selectRows, type RowMarks } from '../../query/columns-in-memory/row-marks.ts';
import { orderingOf, orderMarked, type RowOrder } from '../../query/columns-in-memory/row-order.ts';
import { borrowColumns, type BorrowedColumns } from '../../query/kept-on-disk/stored-columns.ts';
import { orderColumns } from '../../query/compile.ts';
import { selectRowids } from '../../query/rows.ts';
import { cellsIdentity } from '../../query/snapshot.ts';
import type { StudyReader } from '../../query/study-directory.ts';
import { createTidy } from '../thrift.ts';
import { entryColumn, type EntryColumn } from './entry-columns.ts';

/** Rows of an export whose cells are in columns, so that none is read from the store. */
export interface CachedRows {
  /** Of every row of the dataset, by position. */
  readonly rowids: Uint32Array;
  /**
   * The columns that are exported, in their order. They are read whenever they are asked for, and held by whoever did: of an export of many
   * datasets only those that it just writes. Null where one cannot be read, or no longer.
   */
  readonly columns: () => readonly EntryColumn[] | null;
  /** The rows that are exported, in their order. */
  readonly positions: RowOrder;
  /** Whether a row is told by its number as well. */
  readonly isNumbered: boolean;
}

/** Fewer rows are read from the store at once. */
export const fewestCached = 30_000;
/** Bytes that columns may take while an export reads them, beside what it holds anyway. */
const mostBytes = 160 * 1024 * 1024;

/** What of a dataset is exported, and in which order. */
interface Wanted {
  readonly columns: readonly Column[];
  readonly selection: Selection;
  readonly sort: readonly Sort[];
}

/**
 * Finds rows in the columns that the reader keeps beside the study's file; null where there are fewer than `fewest`, where the columns are of
 * another generation, or where one that is needed is not kept or all are too large. Belongs inside a snapshot, as does reading the columns. USAGE
 * as `selectRowids`.
 */
export function cachedRows(study: StudyReader, dataset: Dataset, wanted: Wanted, fewest = fewestCached): CachedRows | null {
  const cached = findCached(study, dataset, [...wanted.columns, ...orderColumns(dataset, wanted.sort)], fewest);
  const positions = cached === null ? null : selectPositions(study, cached, wanted);
  if (cached === null || positions === null || positions.length < fewest) return null;
  return { rowids: cached.rowids, columns: () => readColumns(study, dataset, wanted.columns), positions, isNumbered: true };
}

/** The columns that are kept of a dataset as it is now, where all of these are among them and are not too large. Belongs inside a snapshot. */
export function findCached(
  study: StudyReader,
  dataset: Dataset,
  columns: readonly Column[],
  fewest = fewestCached,
): BorrowedColumns | null {
  const cached = study.gradedBy === undefined ? borrowColumns(study, dataset, cellsIdentity(study, dataset.name)) : null;
  if (cached === null || cached.rows < fewest) return null;
  const size = cached.sizeOf(columns);
  return size === null || size > mostBytes ? null : cached;
}

/** Reads columns of a dataset as it is now; null where one cannot be read. */
function readColumns(study: StudyReader, dataset: Dataset, wanted: readonly Column[]): readonly EntryColumn[] | null {
  const cached = borrowColumns(study, dataset, cellsIdentity(study, dataset.name));
  const tidy = createTidy();
  const columns: CachedColumn[] = [];
  for (const { name } of wanted) {
    const column = cached?.column(name) ?? null;
    if (column === null) return null;
    columns.push(column);
    tidy();
  }
  return columns.map(entryColumn);
}

/** The positions of the rows that `selectRowids` gives, in its order; null where a row is none of those that are cached. */
function selectPositions(study: StudyReader, cached: CachedDataset, { selection, sort }: Wanted): RowOrder | null {
  const ordering = orderingOf(cached, sort);
  const marks = ordering === null ? null : selectMarks(study, cached, selection);
  if (ordering !== null && marks !== null) return orderMarked(ordering, marks);
  return positionsOf(cached.rowids, selectRowids(study, cached.dataset, selection, sort));
}

/** The rows of a selection; null where SQLite must be asked, as it is where texts are searched: here they would be held twice for that. */
export function selectMarks(study: StudyReader, cached: CachedDataset, selection: Selection): RowMarks | 'all' | null {
  if (isEverything(selection)) return 'all';
  return selection.search.trim() === '' ? selectRows(cached, selection, (keys) => rowidsOf(study, cached.dataset, keys)) : null;
}

/** Positions by row number, in the same order; null where a row is none of those that are cached. */
function positionsOf(rowids: Uint32Array, wanted: readonly number[]): RowOrder | null {
  const positions = new Uint32Array(wanted.length);
  for (const [at, rowid] of wanted.entries()) {
    const position = positionOf(rowids, rowid);
    if (position === -1) return null;
    positions[at] = position;
  }
  return positions;
}
