import { datasets, type Dataset } from '../../shared/datasets/datasets.ts';
import type { Column, HeaderVocabulary } from '../../shared/datasets/declaration.ts';
import type { Selection, Sort } from '../../shared/query.ts';
import { findColumn, isLocalTime, subjectColumn } from '../query/columns.ts';
import { searchWords, wantedSort } from '../query/compile.ts';
import { readCondition, type CellTest } from '../query/read-condition.ts';

/** What a grid shows: which rows, in which order, and which columns under which headings. */
export interface AskedView {
  readonly selection: Selection;
  readonly sort: readonly Sort[];
  readonly columns: readonly string[];
  readonly vocabulary: HeaderVocabulary;
}

/** A test that every row of the view passes, in one column or in any of several. */
export interface RowTest {
  readonly columns: readonly Column[];
  readonly test: CellTest;
}

/** A view in the form needed to write code for it. */
export interface View {
  readonly dataset: Dataset;
  readonly vocabulary: HeaderVocabulary;
  readonly tests: readonly RowTest[];
  /** The last one is the record id, which is unique. */
  readonly order: readonly { readonly column: Column; readonly descending: boolean }[];
  readonly shown: readonly Column[];
  /** All columns that the file must have, in the order of the declaration. */
  readonly needed: readonly Column[];
}

/**
 * Returns an order that code can reproduce: equal rows are ordered by record id, because no file contains the order in which they arrived.
 */
export function repeatableSort(dataset: Dataset, sort: readonly Sort[]): readonly Sort[] {
  const wanted = wantedSort(dataset, sort);
  return wanted.some(({ column }) => column === dataset.key) ? wanted : [...wanted, { column: dataset.key, descending: false }];
}

/** Throws USAGE for anything the declaration does not know. */
export function readView({ selection, sort, columns, vocabulary }: AskedView): View {
  const dataset = datasets[selection.dataset];
  const { where, search, subjects, chosen } = selection;
  const tests: RowTest[] = where.map((condition) => {
    const { column, test } = readCondition(dataset, condition);
    return { columns: [column], test };
  });
  const searched = dataset.columns.filter(({ kind }) => kind === 'text' || kind === 'flag' || kind === 'list');
  for (const word of searchWords(search)) tests.push({ columns: searched, test: { is: 'contains', text: word } });
  if (subjects !== null) tests.push({ columns: [subjectColumn(dataset)], test: { is: 'among', values: subjects, orMissing: false } });
  if (chosen !== null) {
    const listed: CellTest = { is: 'among', values: chosen.keys, orMissing: false };
    tests.push({ columns: [findColumn(dataset, dataset.key)], test: chosen.mode === 'only' ? listed : { is: 'not', of: listed } });
  }
  const order = repeatableSort(dataset, sort).map(({ column, descending }) => ({ column: findColumn(dataset, column), descending }));
  const shown = columns.map((name) => findColumn(dataset, name));
  const needed = new Set([...tests.flatMap((test) => test.columns), ...order.map(({ column }) => column), ...shown]);
  return { dataset, vocabulary, tests, order, shown, needed: dataset.columns.filter((column) => needed.has(column)) };
}

/** Whether any test of the view is of this kind; a sort by dates also counts as `dated`. */
export function asksFor(view: View, kind: 'contains' | 'dated'): boolean {
  return view.tests.some(({ test }) => isOf(test, kind)) || (kind === 'dated' && sortsBy(view, 'datetime'));
}

/** Whether a column of this kind is among those that the rows are ordered by. */
export function sortsBy({ order }: View, kind: Column['kind']): boolean {
  return order.some(({ column }) => column.kind === kind);
}

/** Whether the test, or the one that it negates, is of this kind. */
function isOf(test: CellTest, kind: CellTest['is']): boolean {
  return test.is === kind || (test.is === 'not' && isOf(test.of, kind));
}

/** Whether an order by this column uses instants instead of local time. */
export function goesByInstant(column: Column): boolean {
  return !isLocalTime(column);
}
