import { readCondition } from '../read-condition.ts';
import { subjectColumn } from '../columns.ts';
import type { Selection } from '../../../shared/query.ts';
import type { Codes } from './codes.ts';
import { byCell, positionOf, type CachedDataset, type RowMarks } from './cached-dataset.ts';
import { isPlain, textsAmong, valuesMeeting } from './values-meeting.ts';

/** Finds the row numbers of some keys. */
export type RowidsOf = (keys: readonly string[]) => readonly number[];

/** Whether nothing narrows a selection. */
export function isEverything({ where, search, subjects, chosen }: Selection): boolean {
  return where.length === 0 && search.trim() === '' && subjects === null && chosen === null;
}

/** Returns the rows of a selection apart from its quick search; null if SQLite must be asked. Throws USAGE like `compileSelection`. */
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

function keepChosen(marks: RowMarks, { rowids }: CachedDataset, chosen: readonly number[], mode: 'only' | 'except'): void {
  const found = new Uint8Array(marks.length);
  for (const rowid of chosen) {
    const at = positionOf(rowids, rowid);
    if (at !== -1) found[at] = 1;
  }
  const kept = mode === 'only' ? 1 : 0;
  for (let at = 0; at < marks.length; at++) if (found[at] !== kept) marks[at] = 0;
}
