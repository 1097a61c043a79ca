import { isDerived, type CellValue, type Dataset, type DerivedColumn, type SourceColumn } from '../../shared/datasets/declaration.ts';
import { parsePartialDate } from '../../shared/partial-date.ts';
import { remember } from '../../shared/derive/remember.ts';
import type { Found, Scalar } from './found.ts';
import type { PathTree } from './path-tree.ts';
import { sqlColumns, type SqlValue } from './sql-columns.ts';

/** Reads one column of a record into its places among the SQL values, and into the row that derived columns read. */
export interface CellReader {
  readonly read: (found: Found, cells: SqlValue[], row: Record<string, CellValue>) => void;
  /** The column belongs to the repeated part rather than to the whole resource. */
  readonly ofItem: boolean;
}

/** Where a source column finds its values. */
interface Source {
  readonly column: SourceColumn;
  readonly slots: readonly number[];
  readonly tree: PathTree;
  readonly isKey: boolean;
}

/** The readers of all columns, source columns first: derived ones read them. */
export function compileCells(dataset: Dataset, tree: PathTree): readonly CellReader[] {
  const places = new Map(sqlColumns(dataset).map((column, place) => [`${column.column.name} ${column.holds}`, place]));
  const placeOf = (name: string, holds: string): number => places.get(`${name} ${holds}`) ?? -1;
  const readers: CellReader[] = [];
  for (const column of dataset.columns) {
    if (isDerived(column)) continue;
    const source = { column, slots: column.paths.map((path) => tree.slotOf(path)), tree, isKey: column.name === dataset.key };
    readers.push({ read: readerOf(source, placeOf), ofItem: dataset.repeated !== undefined && column.paths[0].startsWith(dataset.repeated) });
  }
  for (const column of dataset.columns) if (isDerived(column)) readers.push({ read: derivedReader(column, placeOf(column.name, 'cell')), ofItem: true });
  return readers;
}

function readerOf(source: Source, placeOf: (name: string, holds: string) => number): CellReader['read'] {
  const { name, kind } = source.column;
  const cell = placeOf(name, 'cell');
  switch (kind) {
    case 'number':
      return numberReader(source, cell, placeOf(name, 'sent'));
    case 'datetime':
      return datetimeReader(source, cell, placeOf(name, 'at'));
    case 'list':
      return listReader(source, cell);
    case 'text':
    case 'flag':
      return textReader(source, cell);
  }
}

function textReader(source: Source, cell: number): CellReader['read'] {
  const { column } = source;
  const single = source.isKey || column.kind === 'flag';
  return (found, cells, row) => {
    const texts = readTexts(source, found);
    if (texts.length > 1 && single) found.issue('several-values', column.paths[0]);
    const value = texts.length <= 1 || single ? texts[0] ?? null : texts.join('; ');
    cells[cell] = value;
    row[column.name] = value;
  };
}

function listReader(source: Source, cell: number): CellReader['read'] {
  const { column } = source;
  return (found, cells, row) => {
    const texts = readTexts(source, found);
    const items = column.split === undefined ? texts : texts.flatMap(column.split);
    cells[cell] = items.length === 0 ? null : JSON.stringify(items);
    row[column.name] = items.length === 0 ? null : items;
  };
}

function datetimeReader(source: Source, cell: number, at: number): CellReader['read'] {
  const { column } = source;
  // Many records of a visit carry the same time.
  const timeOf = remember((text) => parsePartialDate(text)?.from ?? null);
  return (found, cells, row) => {
    const texts = readTexts(source, found);
    if (texts.length > 1) found.issue('several-values', column.paths[0]);
    const value = texts[0] ?? null;
    const time = value === null ? null : timeOf(value);
    if (value !== null && time === null) found.issue('unparsable-date', column.paths[0]);
    cells[cell] = value;
    cells[at] = time;
    row[column.name] = value;
  };
}

function numberReader(source: Source, cell: number, sent: number): CellReader['read'] {
  const { column } = source;
  return (found, cells, row) => {
    const slot = filledSlot(source, found);
    if (slot === -1) {
      row[column.name] = null;
      return;
    }
    const values = found.all(slot);
    if (values.length > 1) found.issue('several-values', pathOf(source, slot));
    const digits = digitsOf(values[0], source.tree.slotIsExtension[slot] === true);
    if (digits === null) {
      found.setAside('wrong-type', pathOf(source, slot), values[0] ?? null);
      row[column.name] = null;
      return;
    }
    const number = typeof digits === 'number' ? digits : Number(digits);
    if (!Number.isFinite(number)) found.issue('number-out-of-range', pathOf(source, slot));
    cells[cell] = Number.isFinite(number) ? number : null;
    if (typeof digits === 'string') cells[sent] = digits;
    row[column.name] = digits;
  };
}

function derivedReader(column: DerivedColumn, cell: number): CellReader['read'] {
  return (_found, cells, row) => {
    const value = column.derive(row);
    cells[cell] = typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
  };
}

/** The first of a column's paths that has a value; -1 where none has. */
function filledSlot(source: Source, found: Found): number {
  for (const slot of source.slots) if (found.values[slot] !== undefined) return slot;
  if (source.column.required === true) found.issue('missing-field', source.column.paths[0]);
  return -1;
}

const noTexts: readonly string[] = [];

/** A column's texts as the cell shows them; what is wrong with them becomes issues. */
function readTexts(source: Source, found: Found): readonly string[] {
  const slot = filledSlot(source, found);
  if (slot === -1) return noTexts;
  const first = found.values[slot];
  if (found.more.length === 0 && typeof first === 'string') {
    const text = readText(source, slot, first, found);
    if (first === '' && source.column.required === true) found.issue('missing-field', pathOf(source, slot));
    return [text];
  }
  const texts: string[] = [];
  for (const value of found.all(slot)) {
    const sent = textOf(value, source, slot);
    if (sent === null) found.setAside('wrong-type', pathOf(source, slot), value);
    else texts.push(readText(source, slot, sent, found));
  }
  if (source.tree.slotIsExtension[slot] === true && texts.length > 1 && source.column.kind !== 'list') {
    found.issue('several-values', pathOf(source, slot));
    return texts.slice(0, 1);
  }
  return texts;
}

function readText(source: Source, slot: number, sent: string, found: Found): string {
  const { column } = source;
  if (column.expected !== undefined && !column.expected.includes(sent)) found.issue('unexpected-value', pathOf(source, slot));
  if (column.check !== undefined && !column.check.holds(sent)) found.issue(column.check.rule, pathOf(source, slot));
  const text = column.read === undefined ? sent : column.read(sent);
  if (!found.mayHoldLoneSurrogates || text.isWellFormed()) return text;
  found.issue('invalid-text', pathOf(source, slot));
  return text.toWellFormed();
}

/** A value as text; a number counts where the column takes numbers, and in extensions, which carry any value key. */
function textOf(value: Scalar, source: Source, slot: number): string | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return null;
  const takesNumbers = source.column.numberAsText === true || source.tree.slotIsExtension[slot] === true;
  if (!takesNumbers) return null;
  return typeof value === 'number' ? String(value) : value.text;
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/;

/** A number, or its digits where JavaScript would change them; null where it is none. In extensions a text that is a number counts. */
function digitsOf(value: Scalar | undefined, inExtension: boolean): number | string | null {
  if (typeof value === 'number') return value;
  if (typeof value === 'object') return value.text;
  if (typeof value !== 'string' || !inExtension || !NUMBER.test(value)) return null;
  return String(Number(value)) === value ? Number(value) : value;
}

function pathOf(source: Source, slot: number): string {
  return source.tree.slotPaths[slot] ?? source.column.paths[0];
}
