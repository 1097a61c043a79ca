import { searchWords } from '../compile.ts';
import type { Codes } from './codes.ts';
import {
  byCell,
  countOfMarks,
  type CachedColumn,
  type CachedDataset,
  type CachedTexts,
  type RowMarks,
  type RowOrder,
} from './cached-dataset.ts';
import type { Texts } from './texts.ts';
import { containing, isPlain } from './values-meeting.ts';

/** A word of a quick search in a dataset in memory. */
export interface WordSearch {
  readonly word: string;
  /** For columns of few texts, by cell: 1 if it contains the word. */
  readonly tables: ReadonlyMap<Codes, Uint8Array>;
  /** The columns of many texts of which one may contain the word; they are searched only for rows that need it. */
  readonly large: ReadonlyMap<Codes, CachedTexts>;
}

/** Maximum average of rows per text in a column of many texts. */
const rowsAText = 8;
/**
 * If more than one remaining row per this many texts is left, all texts are searched: a single text takes some 100 ns, and 30 ns when all
 * are searched.
 */
const textsARow = 4;
/** Rows tested for a page before it is judged whether the page will be full soon. */
const fewestTested = 4_096;
/** All rows are searched in the time in which one in so many can be tested, some 300 ns each. */
const rowsATest = 6;

/**
 * Searches for the words of a quick search, in an order that leaves few rows for the columns of many texts: first words that cannot be in
 * those, then the longest. Null if SQLite must be asked.
 */
export function wordSearches(cached: CachedDataset, search: string): readonly WordSearch[] | null {
  const searches: WordSearch[] = [];
  for (const word of searchWords(search)) {
    const prepared = prepareSearch(cached, word);
    if (prepared === null) return null;
    searches.push(prepared);
  }
  return searches.toSorted((one, other) => one.large.size - other.large.size || other.word.length - one.word.length);
}

/** Keeps the rows in which any text contains the word. */
export function keepWithWord(marks: RowMarks, search: WordSearch): void {
  const left = countOfMarks(marks);
  if (left * rowsATest > marks.length) keepFound(marks, search);
  else if (left > 0) keepTested(marks, rowTest(search));
}

function keepTested(marks: RowMarks, test: (at: number) => boolean): void {
  for (let at = marks.indexOf(1); at !== -1; at = marks.indexOf(1, at + 1)) if (!test(at)) marks[at] = 0;
}

function keepFound(marks: RowMarks, { word, tables, large }: WordSearch): void {
  const met = new Uint8Array(marks.length);
  for (const [cells, table] of tables) if (table.includes(1)) markWhere(met, cells, table);
  for (const [cells, texts] of large) searchLarge(met, marks, cells, texts, word);
  for (let at = 0; at < marks.length; at++) marks[at] = (marks[at] ?? 0) & (met[at] ?? 0);
}

/**
 * Returns the first `wanted` of the marked rows that contain all words, by testing row after row in their order; null if all rows would be
 * searched sooner, as far as the rows found so far tell. A word that is in every tenth row fills a page in a thousandth of that time.
 */
export function firstWithWords(
  order: RowOrder,
  marks: RowMarks | 'all',
  searches: readonly WordSearch[],
  wanted: number,
): readonly number[] | null {
  if (!searches.every(isSomewhere)) return [];
  const tests = searches.map(rowTest);
  const found: number[] = [];
  let tested = 0;
  for (let place = 0; place < order.length && found.length < wanted; place++) {
    const at = order[place] ?? 0;
    if (marks !== 'all' && marks[at] === 0) continue;
    if (tested >= fewestTested && found.length * order.length < wanted * tested * rowsATest) return null;
    tested++;
    if (tests.every((test) => test(at))) found.push(at);
  }
  return found;
}

/** Whether any text may contain the word. */
function isSomewhere({ tables, large }: WordSearch): boolean {
  return large.size > 0 || [...tables.values()].some((table) => table.includes(1));
}

/** Returns a test of a single row by its position. */
function rowTest({ word, tables, large }: WordSearch): (at: number) => boolean {
  const small = [...tables].filter(([, table]) => table.includes(1));
  const many = [...large].map(([cells, { texts }]) => ({ cells, contains: texts.finder(word) }));
  return (at) =>
    small.some(([cells, table]) => table[cells[at] ?? 0] === 1) || many.some(({ cells, contains }) => contains(cells[at] ?? 0));
}

/** Returns the texts of the columns of many texts, which the first search prepares unless that was done before. */
export function textsToSearch(cached: CachedDataset): readonly Texts[] {
  return cached.dataset.columns.flatMap(({ name }) => {
    const column = cached.column(name);
    return column?.values.are === 'texts' && isOfManyTexts(column, column.values, cached) ? [column.values.texts] : [];
  });
}

/** Whether a column is searched only for rows that need it. */
function isOfManyTexts({ column: { kind }, valueOf }: CachedColumn, { count }: CachedTexts, { rows }: CachedDataset): boolean {
  return count * rowsAText > rows && valueOf === null && kind !== 'list';
}

/** Null if the word, or a searched column, is left to SQLite. */
function prepareSearch(cached: CachedDataset, word: string): WordSearch | null {
  if (!isPlain(word)) return null;
  const tables = new Map<Codes, Uint8Array>();
  const large = new Map<Codes, CachedTexts>();
  const searched = new Map<CachedTexts, Uint8Array>();
  for (const { name, kind } of cached.dataset.columns) {
    if (kind === 'number' || kind === 'datetime') continue;
    const column = cached.column(name);
    if (column?.values.are !== 'texts') return null;
    const { values } = column;
    if (isOfManyTexts(column, values, cached)) {
      if (values.texts.mayContain(word)) large.set(column.cells, values);
    } else {
      const met = searched.get(values) ?? containing(values, kind === 'list', word);
      searched.set(values, met);
      addTo(tables, column, met);
    }
  }
  return { word, tables, large };
}

/** Searches a column of many texts for rows that are still wanted and not yet found. */
function searchLarge(met: RowMarks, marks: RowMarks, cells: Codes, { texts }: CachedTexts, word: string): void {
  let left = 0;
  for (let at = 0; at < marks.length; at++) left += (marks[at] ?? 0) & (1 - (met[at] ?? 0));
  if (left * textsARow > texts.count) {
    markWhere(met, cells, texts.containing(word));
    return;
  }
  const contains = texts.finder(word);
  for (let at = 0; at < marks.length; at++) {
    if (marks[at] === 1 && met[at] === 0 && contains(cells[at] ?? 0)) met[at] = 1;
  }
}

function markWhere(met: RowMarks, cells: Codes, table: Uint8Array): void {
  for (let at = 0; at < met.length; at++) met[at] = (met[at] ?? 0) | (table[cells[at] ?? 0] ?? 0);
}

/** One table for all columns with the same cells: shared columns are searched as combinations. */
function addTo(tables: Map<Codes, Uint8Array>, column: CachedColumn, met: Uint8Array): void {
  const table = byCell(column, met);
  const others = tables.get(column.cells);
  if (others === undefined) tables.set(column.cells, table);
  else if (others !== table) for (let cell = 0; cell < table.length; cell++) others[cell] = (others[cell] ?? 0) | (table[cell] ?? 0);
}
