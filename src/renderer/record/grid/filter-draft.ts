import type { Column, ColumnKind } from '../../../shared/datasets/declaration.ts';
import { readDecimal } from '../../../shared/derive/decimal.ts';
import { parsePartialDate } from '../../../shared/partial-date.ts';
import type { Condition, Operator } from '../../../shared/query.ts';
import { openNumberSays, typedNumber } from '../../ui/format/numbers.ts';
import { conditionsOn, replaceThese, withoutCondition } from './conditions.ts';

export type FilterMode = 'any' | 'none' | 'contains' | 'range' | 'missing' | 'present';

/** The state of a filter popover before it is applied. */
export interface FilterDraft {
  readonly mode: FilterMode;
  /** For `any` and `none`; an empty text means "missing". */
  readonly values: readonly string[];
  /** For `contains`. */
  readonly text: string;
  /** For `range`: either end may be empty; its operator determines whether it is included. */
  readonly from: string;
  readonly to: string;
  readonly fromOp: LowerOp;
  readonly toOp: UpperOp;
}

export type LowerOp = '>=' | '>';
export type UpperOp = '<=' | '<';

/** What a popover was opened with: its mode, and the condition of the clicked chip, if any. */
export interface OpenedFilter {
  readonly mode: FilterMode;
  readonly chosen: Condition | undefined;
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

/** A list of values has "missing" as its empty text, so that `any` and `none` also show `missing` and `present`. */
const opsOf: Readonly<Record<FilterMode, readonly Operator[]>> = {
  any: ['in', '=', 'missing'],
  none: ['not-in', '!=', 'present'],
  contains: ['contains'],
  range: ['>=', '<=', '>', '<', '='],
  missing: ['missing'],
  present: ['present'],
};

/** The modes in which a column can be filtered, the default first. */
export function modesOf(column: Column): readonly [FilterMode, ...FilterMode[]] {
  return modesByKind[column.kind];
}

/** What a popover opens with: the mode of the chosen condition, otherwise of the column's first condition, otherwise the default. */
export function openedFilter(where: readonly Condition[], column: Column, chosen?: Condition): OpenedFilter {
  const started = chosen ?? conditionsOn(where, column.name)[0];
  const modes = modesOf(column);
  const mode = (started === undefined ? undefined : modes.find((candidate) => opsOf[candidate].includes(started.op))) ?? modes[0];
  return { mode, chosen };
}

/** A draft in a mode, filled from the column's existing conditions. Of several of one kind, the chosen one is used. */
export function draftInMode(where: readonly Condition[], column: Column, mode: FilterMode, chosen?: Condition): FilterDraft {
  const all = conditionsInDraft(where, column, mode, chosen);
  const find = (...ops: readonly Operator[]): Condition | undefined => all.find((condition) => ops.includes(condition.op));
  const valueOf = (...ops: readonly Operator[]): string => find(...ops)?.values[0] ?? '';
  return {
    mode,
    values: mode === 'any' || mode === 'none' ? all.flatMap(listedValues) : [],
    text: mode === 'contains' ? valueOf('contains') : '',
    from: mode === 'range' ? valueOf('>=', '>', '=') : '',
    to: mode === 'range' ? valueOf('<=', '<', '=') : '',
    fromOp: find('>') === undefined ? '>=' : '>',
    toOp: find('<') === undefined ? '<=' : '<',
  };
}

function listedValues({ op, values }: Condition): readonly string[] {
  return op === 'missing' || op === 'present' ? [''] : values;
}

/**
 * The conditions that a draft in a mode represents. Others of the same kind that it has no room for (a second lower end, another
 * `contains`) stay as they are.
 */
function conditionsInDraft(where: readonly Condition[], column: Column, mode: FilterMode, chosen?: Condition): readonly Condition[] {
  const all = conditionsOn(where, column.name).filter((condition) => opsOf[mode].includes(condition.op));
  const first = all.find((condition) => condition === chosen) ?? all[0];
  if (first === undefined || mode === 'none' || mode === 'missing' || mode === 'present') return all;
  if (mode !== 'range' || first.op === '=') return [first];
  const other = all.find(({ op }) => op !== '=' && isLower(op) !== isLower(first.op));
  return other === undefined ? [first] : [first, other];
}

function isLower(op: Operator): boolean {
  return op === '>=' || op === '>';
}

/** All conditions after the draft is applied. It replaces those that the popover opened with and those that its last mode represents. */
export function applyDraft(where: readonly Condition[], column: Column, opened: OpenedFilter, draft: FilterDraft): readonly Condition[] {
  const replaced = [opened.mode, draft.mode].flatMap((mode) => conditionsInDraft(where, column, mode, opened.chosen));
  return replaceThese(where, replaced, conditionsOfDraft(column, draft));
}

/** All conditions without those that the popover shows, or without that of the clicked chip if no mode can show it ("is not 5"). */
export function clearedFilter(where: readonly Condition[], column: Column, opened: OpenedFilter, mode: FilterMode): readonly Condition[] {
  const { chosen } = opened;
  if (chosen !== undefined && !modesOf(column).some((one) => opsOf[one].includes(chosen.op))) return withoutCondition(where, chosen);
  const shown = [opened.mode, mode].flatMap((one) => conditionsInDraft(where, column, one, chosen));
  return where.filter((condition) => !shown.includes(condition));
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
      if (from !== '' && from === to && draft.fromOp === '>=' && draft.toOp === '<=') return [on('=', from)];
      return [...(from === '' ? [] : [on(draft.fromOp, from)]), ...(to === '' ? [] : [on(draft.toOp, to)])];
    }
  }
}

function endOfRange(column: Column, typed: string): string {
  return column.kind === 'number' ? (typedNumber(typed) ?? typed) : typed.trim();
}

/** Why a draft cannot be applied yet; null if it can. */
export function problemOf(column: Column, draft: FilterDraft): string | null {
  if (draft.mode !== 'range') return null;
  if (column.kind === 'number' && [draft.from, draft.to].some((text) => typedNumber(text) === null)) return openNumberSays;
  const [from, to] = [draft.from, draft.to].map((text) => endOfRange(column, text));
  const [low, high] = [spanOf(column, from ?? ''), spanOf(column, to ?? '')];
  if (low === undefined || high === undefined) {
    return column.kind === 'number' ? 'Enter a number, such as 5.1' : 'Enter a date, such as 2025-09-03 or 2025-09';
  }
  if (low === null || high === null) return null;
  if (low.from > high.from && low.from >= high.to) return 'The first value is greater or later than the last';
  const begins = draft.fromOp === '>' ? low.to : low.from;
  const ends = draft.toOp === '<' ? high.from : high.to;
  const strict = draft.fromOp === '>' || draft.toOp === '<';
  return strict && begins >= ends ? 'There is no value between the two' : null;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * What an end of a range covers: a number only itself, a partial date every moment that it may mean (`to` is exclusive). Null if empty,
 * undefined if unreadable.
 */
function spanOf(column: Column, text: string): Span | null | undefined {
  if (text === '') return null;
  if (column.kind !== 'number') return parsePartialDate(text) ?? undefined;
  const number = readDecimal(text);
  return Number.isNaN(number) ? undefined : { from: number, to: number };
}
