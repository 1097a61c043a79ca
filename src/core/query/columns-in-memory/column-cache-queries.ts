import type { Output } from '../../../shared/contract.ts';
import type { Query, Selection, Sort } from '../../../shared/query.ts';
import { findColumn, subjectColumn } from '../columns.ts';
import { wantedSort } from '../compile.ts';
import { shallowRows } from '../page-kinds.ts';
import { createLruCache } from '../lru-cache.ts';
import { countCells, type Codes } from './codes.ts';
import { countOfMarks, type CachedColumn, type CachedDataset, type RowMarks, type RowOrder } from './cached-dataset.ts';
import { firstRows, orderingOf, orderRows } from './row-order.ts';
import { isEverything, selectRows, type RowidsOf } from './row-marks.ts';
import { summaryOf } from './cached-summary.ts';
import { mostFrequent } from './most-frequent.ts';
import { isPlain } from './values-meeting.ts';
import { firstWithWords, keepWithWord, textsToSearch, wordSearches } from './word-search.ts';

/** Number of cached orders (4 bytes per row each) and selections (1 byte per row each). */
const mostOrders = 4;
const mostSelections = 8;

/** Queries on a dataset in memory. Null means that SQLite must be asked. Call inside a snapshot that shows what is cached. */
export interface ColumnCacheQueries {
  readonly cached: CachedDataset;
  /** Current memory in bytes of the cached columns and the cached orders and selections. */
  size(): number;
  /**
   * What the first jump to a far page and the first quick search would otherwise have to do first, step by step, as long as there is room
   * for it. Call when all columns are in memory.
   */
  preparations(hasRoom: (bytes: number) => boolean): readonly (() => void)[];
  /** Returns the row numbers of a page. */
  page(query: Query): readonly number[] | null;
  count(selection: Selection): Output<'rows.count'> | null;
  values(question: ValuesQuestion): Output<'column.values'> | null;
  summary(selection: Selection, name: string): Output<'column.summary'> | null;
}

export interface ValuesQuestion {
  readonly selection: Selection;
  readonly column: string;
  readonly search: string;
  readonly limit: number;
}

export function columnCacheQueries(cached: CachedDataset, rowidsOf: RowidsOf): ColumnCacheQueries {
  const orders = createLruCache<RowOrder>(mostOrders);
  const selections = createLruCache<RowMarks>(mostSelections);

  /** Returns the marks of the selected rows; 'all' if nothing narrows the selection. */
  const marksOf = (selection: Selection): RowMarks | 'all' | null => {
    if (isEverything(selection)) return 'all';
    const question = questionOf(selection);
    const known = selections.get(question);
    if (known !== undefined) return known;
    const marks = selection.search.trim() === '' ? selectRows(cached, selection, rowidsOf) : searchedRows(selection);
    if (marks !== null) selections.set(question, marks);
    return marks;
  };
  /** Returns the marks of the rows that a quick search finds in the rest of its selection. */
  const searchedRows = (selection: Selection): RowMarks | null => {
    const searches = wordSearches(cached, selection.search);
    const others = marksOf({ ...selection, search: '' });
    if (searches === null || others === null) return null;
    const marks = others === 'all' ? new Uint8Array(cached.rows).fill(1) : others.slice();
    for (const search of searches) keepWithWord(marks, search);
    return marks;
  };
  const orderKey = (sort: readonly Sort[]): string => JSON.stringify(wantedSort(cached.dataset, sort));
  /** Returns the whole order, which is then cached. */
  const orderOf = (sort: readonly Sort[]): RowOrder | null => {
    const question = orderKey(sort);
    const known = orders.get(question);
    if (known !== undefined) return known;
    const ordering = orderingOf(cached, sort);
    if (ordering === null) return null;
    const order = orderRows(ordering);
    orders.set(question, order);
    return order;
  };
  const positions = (marks: RowMarks | 'all', sort: readonly Sort[], offset: number, limit: number): ArrayLike<number> | null => {
    if (offset + limit > shallowRows || orders.get(orderKey(sort)) !== undefined) {
      const order = orderOf(sort);
      return order === null ? null : cut(order, marks, offset, limit);
    }
    const ordering = orderingOf(cached, sort);
    return ordering === null ? null : firstRows(ordering, marks, offset + limit).slice(offset);
  };
  /** A page of a quick search whose rows are not marked yet, if they are among the first in order; null otherwise. */
  const searchedPage = ({ selection, sort, offset, limit }: Query): ArrayLike<number> | null => {
    if (selection.search.trim() === '' || offset + limit > shallowRows || selections.get(questionOf(selection)) !== undefined) return null;
    const searches = wordSearches(cached, selection.search);
    const others = marksOf({ ...selection, search: '' });
    if (searches === null || others === null) return null;
    const order = orderOf(sort);
    return order === null ? null : (firstWithWords(order, others, searches, offset + limit)?.slice(offset) ?? null);
  };
  const markedPage = ({ selection, sort, offset, limit }: Query): ArrayLike<number> | null => {
    const marks = marksOf(selection);
    return marks === null ? null : positions(marks, sort, offset, limit);
  };
  const tallyOf = (column: CachedColumn | null, selection: Selection): Uint32Array | null => {
    const marks = column === null ? null : marksOf(selection);
    return column === null || marks === null ? null : tally(column, marks);
  };

  return {
    cached,
    size: () => [...orders.all(), ...selections.all()].reduce((sum, { byteLength }) => sum + byteLength, cached.size()),
    preparations: (hasRoom) => [
      () => {
        // Orders that were asked for stay.
        if (orders.all().length < mostOrders && hasRoom(cached.rows * Uint32Array.BYTES_PER_ELEMENT)) orderOf([]);
      },
      ...textsToSearch(cached).map((texts) => () => {
        if (hasRoom(texts.searchBytes)) texts.readyToSearch();
      }),
    ],
    page: (query) => {
      const page = searchedPage(query) ?? markedPage(query);
      return page === null ? null : Array.from(page, (at) => cached.rowids[at] ?? 0);
    },
    count: (selection) => {
      const subjects = cached.column(subjectColumn(cached.dataset).name);
      const met = marksOf(selection);
      const all = marksOf({ ...selection, where: [], search: '', chosen: null });
      if (subjects === null || met === null || all === null) return null;
      return { rows: countOf(cached, met), of: countOf(cached, all), subjects: different(tally(subjects, met)) };
    },
    values: ({ selection, column: name, search, limit }) => {
      const column = cached.column(findColumn(cached.dataset, name).name);
      if (!isPlain(search)) return null;
      const where = selection.where.filter((condition) => condition.column !== name);
      const counts = tallyOf(column, { ...selection, where });
      return column === null || counts === null ? null : mostFrequent(column, counts, search, limit);
    },
    summary: (selection, name) => {
      const column = cached.column(findColumn(cached.dataset, name).name);
      const counts = tallyOf(column, selection);
      return column === null || counts === null ? null : summaryOf(column, counts);
    },
  };
}

/** What selects the rows, as the key of a cached selection. */
function questionOf({ where, search, subjects, chosen }: Selection): string {
  return JSON.stringify([where, search, subjects, chosen]);
}

/** Returns the requested part of an order, counting only marked rows. */
function cut(order: RowOrder, marks: RowMarks | 'all', offset: number, limit: number): ArrayLike<number> {
  if (marks === 'all') return order.subarray(offset, offset + limit);
  const found: number[] = [];
  let skip = offset;
  for (let place = 0; place < order.length && found.length < limit; place++) {
    const at = order[place] ?? 0;
    if (marks[at] === 1 && skip-- <= 0) found.push(at);
  }
  return found;
}

/** Counts the selected rows by value number. */
function tally({ cells, cellCount, valueOf, values }: CachedColumn, marks: RowMarks | 'all'): Uint32Array {
  const counts = marks === 'all' ? countCells(cells, cellCount) : countMarked(cells, cellCount, marks);
  if (valueOf === null) return counts;
  const byValue = new Uint32Array(values.count + 1);
  for (let cell = 0; cell < cellCount; cell++) byValue[valueOf[cell] ?? 0] = (byValue[valueOf[cell] ?? 0] ?? 0) + (counts[cell] ?? 0);
  return byValue;
}

/** Like `countCells`, for the marked rows. */
function countMarked(cells: Codes, length: number, marks: RowMarks): Uint32Array {
  const counts = new Uint32Array(length);
  for (let at = 0; at < cells.length; at++) counts[cells[at] ?? 0] = (counts[cells[at] ?? 0] ?? 0) + (marks[at] ?? 0);
  return counts;
}

function countOf({ rows }: CachedDataset, marks: RowMarks | 'all'): number {
  return marks === 'all' ? rows : countOfMarks(marks);
}

/** Counts the values that occur in a row. */
function different(counts: Uint32Array): number {
  let count = 0;
  for (let number = 1; number < counts.length; number++) if (counts[number] !== 0) count++;
  return count;
}
