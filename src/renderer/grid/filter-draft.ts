import type { Column, ColumnKind } from '../../shared/datasets/declaration.ts';
import { parsePartialDate } from '../../shared/partial-date.ts';
import type { Condition, Operator } from '../../shared/query.ts';
import { conditionsOn, replaceConditions } from './conditions.ts';

export type FilterMode = 'any' | 'none' | 'contains' | 'range' | 'missing' | 'present';

/** What a filter popover holds before it is applied. */
export interface FilterDraft {
  readonly mode: FilterMode;
  /** For any and none; an empty text stands for "missing". */
  readonly values: readonly string[];
  /** For contains. */
  readonly text: string;
  /** For ranges: both ends included, either may be empty. */
  readonly from: string;
  readonly to: string;
}

const modesByKind: Readonly<Record<ColumnKind, readonly [FilterMode, ...FilterMode[]]>> = {
  text: ['any', 'none', 'contains'],
  flag: ['any', 'none'],
  list: ['contains', 'missing', 'present'],
  number: ['range', 'missing', 'present'],
  datetime: ['range', 'missing', 'present'],
};

export const modeWords: Readonly<Record<FilterMode, string>> = {
  any: 'is any of',
  none: 'is none of',
  contains: 'contains',
  range: 'between',
  missing: 'is missing',
  present: 'has a value',
};

const opsOf: Readonly<Record<FilterMode, readonly Operator[]>> = {
  any: ['in', '='],
  none: ['not-in', '!='],
  contains: ['contains'],
  range: ['>=', '<=', '>', '<', '='],
  missing: ['missing'],
  present: ['present'],
};

/** The ways in which a column can be filtered, the usual one first. */
export function modesOf(column: Column): readonly [FilterMode, ...FilterMode[]] {
  return modesByKind[column.kind];
}

/** The draft that a popover opens with: the chosen condition, else the column's first, else nothing yet. */
export function draftOf(where: readonly Condition[], column: Column, chosen?: Condition): FilterDraft {
  const all = conditionsOn(where, column.name);
  const modes = modesOf(column);
  const started = chosen ?? all[0];
  const mode = (started === undefined ? undefined : modes.find((candidate) => opsOf[candidate].includes(started.op))) ?? modes[0];
  return draftInMode(where, column, mode);
}

/** The draft of one mode, with what the column's conditions already say about it. */
export function draftInMode(where: readonly Condition[], column: Column, mode: FilterMode): FilterDraft {
  const all = conditionsOn(where, column.name).filter((condition) => opsOf[mode].includes(condition.op));
  const valueOf = (...ops: readonly Operator[]): string => all.find((condition) => ops.includes(condition.op))?.values[0] ?? '';
  return {
    mode,
    values: mode === 'any' || mode === 'none' ? all.flatMap((condition) => condition.values) : [],
    text: mode === 'contains' ? valueOf('contains') : '',
    from: mode === 'range' ? valueOf('>=', '>', '=') : '',
    to: mode === 'range' ? valueOf('<=', '<', '=') : '',
  };
}

/** The column's conditions after the popover: those of the mode it was opened with and of the mode it ends with are replaced. */
export function applyDraft(where: readonly Condition[], column: Column, openedWith: FilterMode, draft: FilterDraft): readonly Condition[] {
  return replaceConditions(where, column.name, [...opsOf[openedWith], ...opsOf[draft.mode]], conditionsOfDraft(column, draft));
}

function conditionsOfDraft(column: Column, draft: FilterDraft): readonly Condition[] {
  const on = (op: Operator, ...values: string[]): Condition => ({ column: column.name, op, values });
  switch (draft.mode) {
    case 'any':
      return draft.values.length === 0 ? [] : [on('in', ...draft.values)];
    case 'none':
      return draft.values.length === 0 ? [] : [on('not-in', ...draft.values)];
    case 'contains':
      return draft.text === '' ? [] : [on('contains', draft.text)];
    case 'missing':
    case 'present':
      return [on(draft.mode)];
    case 'range': {
      const [from, to] = [endOfRange(column, draft.from), endOfRange(column, draft.to)];
      if (from !== '' && from === to) return [on('=', from)];
      return [...(from === '' ? [] : [on('>=', from)]), ...(to === '' ? [] : [on('<=', to)])];
    }
  }
}

function endOfRange(column: Column, typed: string): string {
  const text = typed.trim().replace('−', '-');
  return column.kind === 'number' ? text.replace(',', '.') : text;
}

/** Why a draft cannot be applied yet, in words; null when it can. */
export function problemOf(column: Column, draft: FilterDraft): string | null {
  if (draft.mode !== 'range') return null;
  const ends = [endOfRange(column, draft.from), endOfRange(column, draft.to)].map((text) => ({
    text,
    value: column.kind === 'number' ? numberOf(text) : timeOf(text),
  }));
  if (ends.some(({ text, value }) => text !== '' && value === null)) {
    return column.kind === 'number' ? 'Write a number, such as 5.1' : 'Write a date, such as 2025-09-03 or 2025-09';
  }
  const [from, to] = ends;
  return (from?.value ?? Number.NEGATIVE_INFINITY) > (to?.value ?? Number.POSITIVE_INFINITY) ? 'The first value is after the last' : null;
}

function numberOf(text: string): number | null {
  return /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(text) ? Number(text) : null;
}

function timeOf(text: string): number | null {
  return parsePartialDate(text)?.from ?? null;
}
