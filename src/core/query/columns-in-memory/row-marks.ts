import { searchWords } from '../compile.ts';
import { readCondition } from '../read-condition.ts';
import { subjectColumn } from '../columns.ts';
import type { Selection } from '../../../shared/query.ts';
import type { Codes } from './codes.ts';
import { byCell, positionOf, type CachedColumn, type CachedDataset, type CachedTexts } from './cached-dataset.ts';
import { containing, isPlain, textsAmong, valuesMeeting } from './values-meeting.ts';

/** By position: 1 if a row is selected. */
export type RowMarks = Uint8Array;

/** Finds the row numbers of some keys. */
export type RowidsOf = (keys: readonly string[]) => readonly number[];

/** Whether nothing narrows a selection. */
export function isEverything({ where, search, subjects, chosen }: Selection): boolean {
  return where.length === 0 && search.trim() === '' && subjects === null && chosen === null;
}

/** Returns the rows of a selection; null if SQLite must be asked. Throws USAGE like `compileSelection`. */
export function selectRows(cached: CachedDataset, selection: Selection, rowidsOf: RowidsOf): RowMarks | null {
  const { dataset } = cached;
  const tables: CellTable[] = [];
  for (const condition of selection.where) {
    const { column, test } = readCondition(dataset, condition);
    const of = cached.column(column.name);
    const met = of === null ? null : valuesMeeting(of, test);
    if (of === null || met === null) return null;
    tables.push({ cells: of.cells, table: byCell(of, met) });
  }
  if (selection.subjects !== null) {
    const of = cached.column(subjectColumn(dataset).name);
    const met = of?.values.are === 'texts' ? textsAmong(of.values, selection.subjects) : null;
    if (of === null || met === null) return null;
    tables.push({ cells: of.cells, table: byCell(of, met) });
  }
  const marks = new Uint8Array(cached.rows).fill(1);
  for (const { cells, table } of tables) keepWhere(marks, cells, table);
  // The longest word first, so that few rows remain for the others.
  for (const word of searchWords(selection.search).toSorted((one, other) => other.length - one.length))
    if (!keepWithWord(marks, cached, word)) return null;
  if (selection.chosen !== null) {
    if (!selection.chosen.keys.every(isPlain)) return null;
    keepChosen(marks, cached, rowidsOf(selection.chosen.keys), selection.chosen.mode);
  }
  return marks;
}

/** By cell of a column: 1 if rows with that cell are wanted. */
interface CellTable {
  readonly cells: Codes;
  readonly table: Uint8Array;
}

function keepWhere(marks: RowMarks, cells: Codes, table: Uint8Array): void {
  for (let at = 0; at < marks.length; at++) marks[at] = (marks[at] ?? 0) & (table[cells[at] ?? 0] ?? 0);
}

/** Maximum average of rows per text in a column whose texts are searched only for rows that need it. */
const rowsAText = 8;
/**
 * If more than one remaining row per this many texts is left, all texts are searched: a single text takes some 100 ns, and 30 ns when all
 * are searched.
 */
const textsARow = 4;

/** Keeps the rows in which any text contains a word; returns false if a searched column is not cached. */
function keepWithWord(marks: RowMarks, cached: CachedDataset, word: string): boolean {
  if (!isPlain(word)) return false;
  const tables = new Map<Codes, Uint8Array>();
  const large = new Map<Codes, CachedTexts>();
  const searched = new Map<CachedTexts, Uint8Array>();
  for (const { name, kind } of cached.dataset.columns) {
    if (kind === 'number' || kind === 'datetime') continue;
    const column = cached.column(name);
    if (column?.values.are !== 'texts') return false;
    const { values } = column;
    if (values.count * rowsAText > cached.rows && column.valueOf === null && kind !== 'list') large.set(column.cells, values);
    else {
      const met = searched.get(values) ?? containing(values, kind === 'list', word);
      searched.set(values, met);
      addTo(tables, column, met);
    }
  }
  const met = new Uint8Array(cached.rows);
  for (const [cells, table] of tables) if (table.includes(1)) markWhere(met, cells, table);
  for (const [cells, texts] of large) searchLarge(met, marks, cells, texts, word);
  for (let at = 0; at < marks.length; at++) marks[at] = (marks[at] ?? 0) & (met[at] ?? 0);
  return true;
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

function keepChosen(marks: RowMarks, { rowids }: CachedDataset, chosen: readonly number[], mode: 'only' | 'except'): void {
  const found = new Uint8Array(marks.length);
  for (const rowid of chosen) {
    const at = positionOf(rowids, rowid);
    if (at !== -1) found[at] = 1;
  }
  const kept = mode === 'only' ? 1 : 0;
  for (let at = 0; at < marks.length; at++) if (found[at] !== kept) marks[at] = 0;
}
