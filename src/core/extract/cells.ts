import type { Dataset } from '../../shared/datasets/datasets.ts';
import { isDerived, type Column, type DerivedColumn, type SourceColumn } from '../../shared/datasets/declaration.ts';
import type { StudyTerms } from '../../shared/terms/study-terms.ts';
import { parsePartialDate } from '../../shared/partial-date.ts';
import { localSpan } from '../../shared/derive/plausible-date.ts';
import { memoize } from '../../shared/derive/memoize.ts';
import type { Scalar } from '../bundle/scalar-cache.ts';
import type { Found } from './found.ts';
import type { PathTree } from './path-tree.ts';
import type { RowView } from './row-view.ts';
import { Source } from './source.ts';
import { sqlColumns, type SqlValue } from './sql-columns.ts';

/** Reads one column of a record into the SQL values. */
export interface CellReader {
  readonly read: (found: Found, cells: SqlValue[], row: RowView) => void;
  /** Whether the column belongs to the repeated part and not to the whole resource. */
  readonly ofItem: boolean;
}

type PlaceOf = (name: string, holds: 'cell' | 'sent' | 'at') => number;

/** The readers of all columns, source columns first, because derived columns read them. */
export function compileCells(dataset: Dataset, tree: PathTree, terms: StudyTerms): readonly CellReader[] {
  const places = new Map(sqlColumns(dataset).map((column, place) => [`${column.column.name} ${column.holds}`, place]));
  const placeOf: PlaceOf = (name, holds) => places.get(`${name} ${holds}`) ?? -1;
  const sources = dataset.columns.filter(isSource).map((column) => ({
    read: readerOf(column, new Source(column, dataset, tree), placeOf),
    ofItem: dataset.repeated !== undefined && column.paths[0].startsWith(dataset.repeated),
  }));
  const derived = dataset.columns
    .filter(isDerived)
    .map((column) => ({ read: derivedReader(column, placeOf(column.name, 'cell'), terms), ofItem: true }));
  return [...sources, ...derived];
}

function isSource(column: Column): column is SourceColumn {
  return !isDerived(column);
}

function readerOf(column: SourceColumn, source: Source, placeOf: PlaceOf): CellReader['read'] {
  const cell = placeOf(column.name, 'cell');
  switch (column.kind) {
    case 'number':
      return numberReader(source, cell, placeOf(column.name, 'sent'), column.sign ?? null);
    case 'datetime':
      return datetimeReader(source, cell, placeOf(column.name, 'at'), column.local === true);
    case 'list':
      return column.beside === undefined ? listReader(source, cell, column.split ?? null) : itemsReader(source, cell);
    case 'text':
    case 'flag':
      return textReader(source, cell, column.sign !== undefined);
  }
}

function textReader(source: Source, cell: number, hasSign: boolean): CellReader['read'] {
  if (!hasSign)
    return (found, cells) => {
      cells[cell] = readText(source, found);
    };
  return (found, cells) => {
    const [sign, text] = [source.signOf(found), readText(source, found)];
    cells[cell] = sign === null || text === null ? text : `${sign}${/\w$/.test(sign) ? ' ' : ''}${text}`;
  };
}

/** One text. Several texts of an array are joined, unless the column shows only one. */
function readText(source: Source, found: Found): string | null {
  const text = source.text(found);
  if (text !== undefined) return text;
  if (source.besideOne) return source.textBeside(found);
  const texts = source.texts(found);
  if (texts.length < 2) return texts[0] ?? null;
  if (!source.single && !source.inExtension(source.filledSlot(found))) return texts.join('; ');
  found.issue('several-values', source.pathOf(source.filledSlot(found)));
  return texts[0] ?? null;
}

function datetimeReader(source: Source, cell: number, at: number, local: boolean): CellReader['read'] {
  // Many records of a visit have the same time.
  const timeOf = memoize((text) => (local ? localSpan(text) : parsePartialDate(text))?.from ?? null);
  return (found, cells) => {
    const text = readText(source, found);
    cells[cell] = text;
    if (text === null) return;
    const time = timeOf(text);
    if (time === null) found.issue('unparsable-date', source.path);
    cells[at] = time;
  };
}

function listReader(source: Source, cell: number, split: ((sent: string) => readonly string[]) | null): CellReader['read'] {
  return (found, cells) => {
    const texts = source.texts(found);
    const items = split === null ? texts : texts.flatMap(split);
    cells[cell] = items.length === 0 ? null : JSON.stringify(items);
  };
}

/** The values of each item, if there are several. */
function itemsReader(source: Source, cell: number): CellReader['read'] {
  return (found, cells) => {
    const items = found.item > 1 ? source.itemTexts(found) : noItems;
    cells[cell] = items.length < 2 ? null : JSON.stringify(items);
  };
}

const noItems: readonly string[] = [];

/** `sign`: path of a sign that makes the value a bound and not a number of the column. */
function numberReader(source: Source, cell: number, sent: number, sign: string | null): CellReader['read'] {
  return (found, cells) => {
    if (sign !== null && source.signOf(found) !== null) {
      found.issue('unknown-field', sign);
      return;
    }
    const slot = source.filledSlot(found);
    if (slot === -1) return;
    const value = found.values[slot];
    if (found.more.length > 0 && found.all(slot).length > 1) found.issue('several-values', source.pathOf(slot));
    const digits = digitsOf(value, source.inExtension(slot));
    if (digits === null) {
      found.setAside('wrong-type', source.pathOf(slot), value ?? null);
      return;
    }
    const number = typeof digits === 'number' ? digits : Number(digits);
    if (Number.isFinite(number)) cells[cell] = number;
    else found.issue('number-out-of-range', source.pathOf(slot));
    if (typeof digits === 'string') cells[sent] = digits;
  };
}

function derivedReader(column: DerivedColumn, cell: number, terms: StudyTerms): CellReader['read'] {
  return (_found, cells, row) => {
    const value = column.derive(row, terms);
    cells[cell] = typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
  };
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/;

/** A number, or its digits if JavaScript would change them; null if it is not a number. In extensions, a numeric text counts too. */
function digitsOf(value: Scalar | undefined, inExtension: boolean): number | string | null {
  if (typeof value === 'number') return value;
  if (typeof value === 'object') return value.text;
  if (typeof value !== 'string' || !inExtension || !NUMBER.test(value)) return null;
  return String(Number(value)) === value ? Number(value) : value;
}
