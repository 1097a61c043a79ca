import type { Dataset } from '../../../shared/datasets/datasets.ts';
import type { Column } from '../../../shared/datasets/declaration.ts';
import type { Selection, Sort } from '../../../shared/query.ts';
import { rowidsOf } from '../../query/columns-in-memory/entries.ts';
import {
  positionOf,
  type CachedColumn,
  type CachedDataset,
  type RowMarks,
  type RowOrder,
} from '../../query/columns-in-memory/cached-dataset.ts';
import { isEverything, selectRows } from '../../query/columns-in-memory/row-marks.ts';
import { orderingOf, orderMarked } from '../../query/columns-in-memory/row-order.ts';
import { borrowColumns, type BorrowedColumns } from '../../query/cached-on-disk/stored-columns.ts';
import { orderColumns } from '../../query/compile.ts';
import { selectRowids } from '../../query/rows.ts';
import { cellsIdentity } from '../../query/snapshot.ts';
import type { StudyReader } from '../../query/study-directory.ts';
import { createGarbageCollection } from '../heap-limit.ts';
import { entryColumn, type EntryColumn } from './entry-columns.ts';

/** Rows of an export whose cells are in the column cache, so that none is read from the store. */
export interface CachedRows {
  /** Row numbers of all rows of the dataset, by position. */
  readonly rowids: Uint32Array;
  /**
   * The exported columns, in their order. They are read on each call and held only by the caller, so that an export of several datasets
   * holds only those it is writing. Null if a column cannot be read, or no longer.
   */
  readonly columns: () => readonly EntryColumn[] | null;
  /** The exported rows, in their order. */
  readonly positions: RowOrder;
  /** Whether each row includes its row number. */
  readonly isNumbered: boolean;
}

/** Fewer rows than this are read directly from the store. */
export const fewestCached = 30_000;
/** Maximum bytes of columns while an export reads them, in addition to the memory it needs anyway. */
const mostBytes = 160 * 1024 * 1024;

/** What is exported of a dataset, and in which order. */
interface Wanted {
  readonly columns: readonly Column[];
  readonly selection: Selection;
  readonly sort: readonly Sort[];
}

/**
 * Finds rows in the columns cached next to the study's file. Returns null if there are fewer than `fewest`, if the columns belong to
 * another generation, if a needed column is not cached, or if they are too large together. Call inside a snapshot, and read the columns
 * inside it. Throws USAGE like `selectRowids`.
 */
export function cachedRows(study: StudyReader, dataset: Dataset, wanted: Wanted, fewest = fewestCached): CachedRows | null {
  const cached = findCached(study, dataset, [...wanted.columns, ...orderColumns(dataset, wanted.sort)], fewest);
  const positions = cached === null ? null : selectPositions(study, cached, wanted);
  if (cached === null || positions === null || positions.length < fewest) return null;
  return { rowids: cached.rowids, columns: () => readColumns(study, dataset, wanted.columns), positions, isNumbered: true };
}

/**
 * Returns the cached columns of a dataset in its current state if they include all of these and are not too large; otherwise null. Call
 * inside a snapshot.
 */
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

/** Reads columns of a dataset in its current state; returns null if one cannot be read. */
function readColumns(study: StudyReader, dataset: Dataset, wanted: readonly Column[]): readonly EntryColumn[] | null {
  const cached = borrowColumns(study, dataset, cellsIdentity(study, dataset.name));
  const collectIfGrown = createGarbageCollection();
  const columns: CachedColumn[] = [];
  for (const { name } of wanted) {
    const column = cached?.column(name) ?? null;
    if (column === null) return null;
    columns.push(column);
    collectIfGrown();
  }
  return columns.map(entryColumn);
}

/** Returns the positions of the rows that `selectRowids` returns, in its order; null if a row is not cached. */
function selectPositions(study: StudyReader, cached: CachedDataset, { selection, sort }: Wanted): RowOrder | null {
  const ordering = orderingOf(cached, sort);
  const marks = ordering === null ? null : selectMarks(study, cached, selection);
  if (ordering !== null && marks !== null) return orderMarked(ordering, marks);
  return positionsOf(cached.rowids, selectRowids(study, cached.dataset, selection, sort));
}

/**
 * Returns the rows of a selection; null if SQLite must be asked, which is the case for a text search because it would hold the texts twice
 * here.
 */
export function selectMarks(study: StudyReader, cached: CachedDataset, selection: Selection): RowMarks | 'all' | null {
  if (isEverything(selection)) return 'all';
  return selection.search.trim() === '' ? selectRows(cached, selection, (keys) => rowidsOf(study, cached.dataset, keys)) : null;
}

/** Returns positions by row number, in the same order; null if a row is not cached. */
function positionsOf(rowids: Uint32Array, wanted: readonly number[]): RowOrder | null {
  const positions = new Uint32Array(wanted.length);
  for (const [at, rowid] of wanted.entries()) {
    const position = positionOf(rowids, rowid);
    if (position === -1) return null;
    positions[at] = position;
  }
  return positions;
}
