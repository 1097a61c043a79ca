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

/** All conditions but one. */
export function withoutCondition(where: readonly Condition[], removed: Condition): readonly Condition[] {
  return where.filter((condition) => condition !== removed);
}

/** Replaces a column's conditions that have one of the operators; the new ones stand where the first of those stood. */
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

/** Replaces some of the conditions; the new ones stand where the first of those stood, else last. */
export function replaceThese(
  where: readonly Condition[],
  replaced: readonly Condition[],
  added: readonly Condition[],
): readonly Condition[] {
  const at = where.findIndex((condition) => replaced.includes(condition));
  const kept = where.filter((condition) => !replaced.includes(condition));
  return at === -1 ? [...kept, ...added] : kept.toSpliced(at, 0, ...added);
}

/** Adds the condition that only rows with this cell's value are shown; null where the cell cannot be asked for. */
export function showOnly(where: readonly Condition[], column: Column, cell: CellValue): readonly Condition[] | null {
  const wanted = conditionFor(column, cell, 'is');
  return wanted === null ? null : replaceConditions(where, column.name, ['in', '=', 'not-in', '!=', 'missing', 'present'], [wanted]);
}

/** Adds the condition that rows with this cell's value are left out; null where that cannot be asked for. */
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

/** A date stands for its whole day: that is what a person means by "only this date". */
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

/** True for no value, an empty text and an empty list: "missing" as the reader counts it. */
export function isAbsent(cell: CellValue): cell is null | '' | readonly [] {
  return cell === null || cell === '' || (typeof cell === 'object' && cell.length === 0);
}

/** A condition as its chip says it, with the column's name in the vocabulary of the headers. */
export function chipWords(dataset: Dataset, condition: Condition, vocabulary: HeaderVocabulary): string {
  const column = columnOf(dataset, condition.column);
  return column === undefined ? condition.column : conditionWords(column, condition, headerOf(column, vocabulary));
}

const beforeValue =
  /^(.*? (?:is (?:neither|not|at most|at least|less than|more than)|is|contains|(?:not )?(?:on|in|at)(?: or (?:before|after))?|before|after)) (.+)$/;

/** A chip's words up to the value that somebody chose, and the value. */
export function splitWords(words: string): readonly [string, string] {
  const match = beforeValue.exec(words);
  return match === null ? [words, ''] : [`${match[1] ?? ''} `, match[2] ?? ''];
}

/** What narrows the rows, for a sentence: "3 filters", "“troponin”", "3 filters and “troponin”". */
export function filterSummary(state: Pick<GridState, 'where' | 'search'>): string {
  const parts = [
    ...(state.where.length === 0 ? [] : [formatCountOf(state.where.length, 'filter')]),
    ...(state.search === '' ? [] : [`“${state.search}”`]),
  ];
  return parts.join(' and ');
}

/** All that narrows the rows, one sentence each, for an export's notes. */
export function filterSentences(dataset: Dataset, state: Pick<GridState, 'where' | 'search'>): readonly string[] {
  return [
    ...state.where.map((condition) => chipWords(dataset, condition, 'plain')),
    ...(state.search === '' ? [] : [`All text contains “${state.search}”`]),
  ];
}
