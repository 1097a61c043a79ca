import type { Dataset } from '../../../shared/datasets/datasets.ts';
import type { Column } from '../../../shared/datasets/declaration.ts';
import { isChecked, treatmentOf } from '../../../shared/protection.ts';
import type { Selection, Sort } from '../../../shared/query.ts';
import { findColumn, sqlName, subjectColumn } from '../../query/columns.ts';
import { compileSelection, wantedSort } from '../../query/compile.ts';
import type { StoredValue } from '../../query/fetch-rows.ts';
import type { StudyReader } from '../../query/study-directory.ts';
import { sqlRecords, sqlRowid } from '../../query/tables.ts';
import { cellLeaves, type LeavingTexts } from './leaving-texts.ts';
import { isNumberShown, leavingNumbers, sqlLeaves, sqlNumberAsItLeaves, type LeavingNumbers } from './measured-numbers.ts';
import { pseudonymOf } from './protected-columns.ts';
import type { Days } from './protected-days.ts';
import type { PseudonymOf, Pseudonyms, TextPseudonyms } from './pseudonyms.ts';

/** How identifying values and dates of a row are replaced. */
export interface Disguise {
  readonly pseudonyms: Pseudonyms;
  readonly textPseudonyms: TextPseudonyms;
  readonly days: Days;
}

/**
 * Returns row numbers of a selection in an order that reveals no more than the rows do: columns exported as pseudonyms are ordered by
 * pseudonym, dates by day, withheld texts and numbers as if missing, and ties by the subject's and then the record's pseudonym. The order
 * of the mirror, or of true subject numbers, would reveal identities. The selection itself uses the true values. Call inside a snapshot.
 */
export function selectProtectedRowids(
  { db }: StudyReader,
  dataset: Dataset,
  selection: Selection,
  sort: readonly Sort[],
  disguise: Disguise,
  texts: LeavingTexts,
): number[] {
  db.function('carrel_pseudonym', { deterministic: true }, (of: unknown, value: unknown) =>
    typeof value === 'string' ? disguise.pseudonyms(of as PseudonymOf, value) : null,
  );
  db.function('carrel_day', { deterministic: true }, (subject: unknown, date: unknown) =>
    typeof date === 'string' ? disguise.days.of(dataset.name, typeof subject === 'string' ? subject : null, date) : null,
  );
  const wanted = protectedSort(dataset, sort);
  const [subject, key] = [subjectColumn(dataset), findColumn(dataset, dataset.key)];
  const columns = wanted.map(({ column }) => column);
  // Prepared before the statement runs, because nothing else can be read during it.
  const checked = columns.filter(isChecked).map((column) => [column, texts.leavesOf(dataset, column)] as const);
  const leaves = new Map(checked.map(([column, leavesOf]) => [column.name, cellLeaves(column, leavesOf)]));
  const numbers = leavingNumbers(dataset, texts);
  for (const leavesOf of [
    ...checked.map(([, leavesOf]) => leavesOf),
    ...numbers.beside.filter(isTextual).map((column) => texts.leavesOf(dataset, column)),
  ])
    leavesOf('');
  db.function('carrel_withheld', { deterministic: true }, (column: unknown, text: unknown) =>
    typeof text === 'string' && leaves.get(String(column))?.(text) === true ? text : null,
  );
  const byName = new Map(columns.map((column) => [column.name, column]));
  db.function(sqlLeaves, { deterministic: true, varargs: true }, (name: unknown, cell: unknown, ...beside: unknown[]) =>
    numbers.doesLeave(byName.get(String(name)) ?? key, cell as StoredValue, beside as StoredValue[]) ? 1 : 0,
  );
  const terms = wanted.map(({ column, descending }) => `${sqlOrdered(column, numbers)} ${descending ? 'DESC' : 'ASC NULLS LAST'}`);
  const where = compileSelection(dataset, selection);
  return db
    .prepare<unknown[], number>(
      `SELECT ${sqlRowid(dataset)} FROM ${sqlRecords(dataset, [...columns, ...numbers.beside, subject, key])} WHERE ${where.text} ORDER BY ${terms.join(', ')}`,
    )
    .pluck()
    .all(...where.values);
}

/** Returns the sort terms: those requested or the default ones, followed by subject and record unless they are already included. */
export function protectedSort(
  dataset: Dataset,
  sort: readonly Sort[],
): readonly { readonly column: Column; readonly descending: boolean }[] {
  const wanted = wantedSort(dataset, sort).map(({ column, descending }) => ({ column: findColumn(dataset, column), descending }));
  const last = [subjectColumn(dataset), findColumn(dataset, dataset.key)].filter((one) => !wanted.some(({ column }) => column === one));
  return [...wanted, ...last.map((column) => ({ column, descending: false }))];
}

function isTextual({ kind }: Column): boolean {
  return kind === 'text';
}

function sqlOrdered(column: Column, numbers: LeavingNumbers): string {
  switch (treatmentOf(column).treatment) {
    case 'pseudonym':
      return `carrel_pseudonym('${pseudonymOf(column)}', ${sqlName(column)})`;
    case 'day':
      return `carrel_day("subject", ${sqlName(column)})`;
    case 'kept':
      if (isNumberShown(column)) return sqlNumberAsItLeaves(column, numbers);
      return isChecked(column) ? `carrel_withheld('${column.name}', ${sqlName(column)})` : sqlName(column);
    case 'dropped':
      throw new RangeError(`Rows are not ordered by ${column.name}, which a protected export omits.`);
  }
}
