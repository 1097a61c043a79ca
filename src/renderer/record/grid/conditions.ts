import { columnOf, type Dataset } from '../../../shared/datasets/datasets.ts';
import type { CellValue, Column, HeaderVocabulary } from '../../../shared/datasets/declaration.ts';
import { parsePartialDate } from '../../../shared/partial-date.ts';
import type { Condition, Operator } from '../../../shared/query.ts';
import { headerOf } from '../../../shared/datasets/headers.ts';
import { conditionWords } from '../../../shared/condition-words.ts';
import type { GridState } from '../../data/table/grid-state.ts';
import { formatCountOf } from '../../../shared/format-count.ts';

/** The conditions on one column, in the order of the chips. */
export function conditionsOn(where: readonly Condition[], column: string): readonly Condition[] {
  return where.filter((condition) => condition.column === column);
}

export function withoutCondition(where: readonly Condition[], removed: Condition): readonly Condition[] {
  return where.filter((condition) => condition !== removed);
}

/** Replaces a column's conditions that have one of the operators. The new ones take the place of the first of those, otherwise the end. */
export function replaceConditions(
  where: readonly Condition[],
  column: string,
  ops: readonly Operator[],
  added: readonly Condition[],
): readonly Condition[] {
  return replaceThese(
    where,
    where.filter((condition) => condition.column === column && ops.includes(condition.op)),
    added,
  );
}

/** Replaces some of the conditions. The new ones take the place of the first of those, otherwise the end. */
export function replaceThese(
  where: readonly Condition[],
  replaced: readonly Condition[],
  added: readonly Condition[],
): readonly Condition[] {
  const at = where.findIndex((condition) => replaced.includes(condition));
  const kept = where.filter((condition) => !replaced.includes(condition));
  return at === -1 ? [...kept, ...added] : kept.toSpliced(at, 0, ...added);
}

/** Narrows a column to rows with this cell's value; null if there is no condition for the cell. */
export function showOnly(where: readonly Condition[], column: Column, cell: CellValue): readonly Condition[] | null {
  const wanted = conditionFor(column, cell, 'is');
  return wanted === null ? null : replaceConditions(where, column.name, ['in', '=', 'not-in', '!=', 'missing', 'present'], [wanted]);
}

/** Excludes rows with this cell's value; null if there is no condition for that. */
export function leaveOut(where: readonly Condition[], column: Column, cell: CellValue): readonly Condition[] | null {
  const unwanted = conditionFor(column, cell, 'is not');
  if (unwanted === null) return null;
  const [value = ''] = unwanted.values;
  const listed = where.find((condition) => condition.column === column.name && condition.op === (unwanted.op === 'not-in' ? 'in' : '='));
  if (listed?.values.includes(value) === true && listed.values.length > 1) {
    return where.map((condition) =>
      condition === listed ? { ...listed, values: listed.values.filter((other) => other !== value) } : condition,
    );
  }
  const before = where.find((condition) => condition.column === column.name && condition.op === 'not-in');
  if (unwanted.op !== 'not-in' || before === undefined)
    return where.some((condition) => sameCondition(condition, unwanted)) ? where : [...where, unwanted];
  if (before.values.includes(value)) return where;
  return where.map((condition) => (condition === before ? { ...before, values: [...before.values, value] } : condition));
}

function sameCondition(one: Condition, other: Condition): boolean {
  return one.column === other.column && one.op === other.op && one.values.join('\u0000') === other.values.join('\u0000');
}

/** A date matches its whole day, which is what users mean by "only this date". */
function conditionFor(column: Column, cell: CellValue, how: 'is' | 'is not'): Condition | null {
  const { name, kind } = column;
  const on = (op: Operator, ...values: string[]): Condition => ({ column: name, op, values });
  if (isAbsent(cell))
    return kind === 'text' || kind === 'flag' ? on(how === 'is' ? 'in' : 'not-in', '') : on(how === 'is' ? 'missing' : 'present');
  if (typeof cell === 'object') return how === 'is' && cell[0] !== undefined ? on('contains', cell[0]) : null;
  switch (kind) {
    case 'text':
    case 'flag':
      return on(how === 'is' ? 'in' : 'not-in', String(cell));
    case 'number':
      return on(how === 'is' ? '=' : '!=', String(cell));
    case 'datetime':
      return parsePartialDate(String(cell)) === null ? null : on(how === 'is' ? '=' : '!=', String(cell).slice(0, 10));
    case 'list':
      return null;
  }
}

/** Whether a cell is null, an empty text or an empty list, which the reader counts as missing. */
export function isAbsent(cell: CellValue): cell is null | '' | readonly [] {
  return cell === null || cell === '' || (typeof cell === 'object' && cell.length === 0);
}

/** The text of a condition's chip, with the column's name in the given vocabulary. */
export function chipWords(dataset: Dataset, condition: Condition, vocabulary: HeaderVocabulary): string {
  const column = columnOf(dataset, condition.column);
  return column === undefined ? condition.column : conditionWords(column, condition, headerOf(column, vocabulary));
}

const beforeValue =
  /^(.*? (?:is (?:neither|not|at most|at least|less than|more than)|is|contains|(?:not )?(?:on|in|at)(?: or (?:before|after))?|before|after)) (.+)$/;

/** Splits a chip's text into the part before the chosen value, and the value. */
export function splitWords(words: string): readonly [string, string] {
  const match = beforeValue.exec(words);
  return match === null ? [words, ''] : [`${match[1] ?? ''} `, match[2] ?? ''];
}

/** The filters and search as part of a sentence: "3 filters", "“troponin”", "3 filters and “troponin”". */
export function filterSummary(state: Pick<GridState, 'where' | 'search'>): string {
  const parts = [
    ...(state.where.length === 0 ? [] : [formatCountOf(state.where.length, 'filter')]),
    ...(state.search === '' ? [] : [`“${state.search}”`]),
  ];
  return parts.join(' and ');
}

/** The filters and search, one sentence each, for an export's notes. */
export function filterSentences(dataset: Dataset, state: Pick<GridState, 'where' | 'search'>): readonly string[] {
  return [
    ...state.where.map((condition) => chipWords(dataset, condition, 'plain')),
    ...(state.search === '' ? [] : [`All text contains “${state.search}”`]),
  ];
}
