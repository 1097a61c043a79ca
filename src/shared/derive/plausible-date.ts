import { parsePartialDate } from '../partial-date.ts';
import type { Condition } from '../query.ts';
import { memoize } from './memoize.ts';

/** A span of wall-clock time as written, in milliseconds as if it were UTC: `from` (inclusive) to `to` (exclusive). */
export interface LocalSpan {
  readonly from: number;
  readonly to: number;
}

const offset = /(?:Z|[+-]\d{2}:\d{2})$/;

/**
 * The span of a date by its local parts as written, so that dates with and without an offset can be ordered. A partial date spans
 * everything it may mean: `2025-09` is that whole month. Null for a text that is not a date.
 */
export const localSpan: (text: string) => LocalSpan | null = memoize((text) => {
  const date = parsePartialDate(text);
  if (date === null || !date.instant) return date === null ? null : { from: date.from, to: date.to };
  const local = parsePartialDate(text.replace(offset, ''));
  return local === null ? null : { from: local.from, to: local.to };
});

/** Whether the first is certainly before the second; overlapping spans can be in either order. */
export function isSurelyBefore(left: LocalSpan, right: LocalSpan): boolean {
  return left.to <= right.from;
}

/** Number of characters of a whole date, `2025-09-03`; shorter dates are a month or a year. */
export const wholeDate = 10;

/** Whether a date has a time of day. */
export function hasTime(sent: string | null): boolean {
  return (sent?.length ?? 0) > wholeDate;
}

/** Partner studies are more recent: an earlier date is a mistyped year, or a birth date in the wrong field. */
const earliest = Date.UTC(1990, 0, 1);
/** A medication started since then may be history; nobody who took one before is still alive. */
export const oldestHistory = Date.UTC(1920, 0, 1);
/** The same range for medications, as conditions of a table. */
export const historyStarts: readonly Condition[] = [
  { column: 'started', op: '>=', values: ['1920'] },
  { column: 'started', op: '<', values: ['1990'] },
];
/** The largest offset of a wall clock from UTC (Kiribati). */
const farthestAhead = 14 * 3_600_000;

export type Implausible = 'before-1990' | 'after-pass';

/**
 * Why a date cannot belong to a record: all of it is before 1990, or after the pass that brought it (`asOf`, ISO 8601; null if unknown), in
 * any time zone. `from` and `to` are those of a `LocalSpan`; for a moment they may be equal. Null for a plausible date.
 */
export function whyImplausible({ from, to }: LocalSpan, asOf: string | null): Implausible | null {
  if (to < earliest || (to === earliest && from < to)) return 'before-1990';
  const pass = asOf === null ? Number.NaN : Date.parse(asOf);
  return from > pass + farthestAhead ? 'after-pass' : null;
}

/** The first and the last plausible moment of a record, inclusive, in milliseconds of wall-clock time. */
export function plausibleBounds(asOf: string | null): { readonly first: number; readonly last: number } {
  const pass = asOf === null ? Number.NaN : Date.parse(asOf);
  return { first: earliest, last: Number.isNaN(pass) ? Number.POSITIVE_INFINITY : pass + farthestAhead };
}

/** Whether a moment, in milliseconds of wall-clock time, is plausible. Only then can it be a first or last date or part of a duration. */
export function isPlausibleAt(at: number, asOf: string | null): boolean {
  return whyImplausible({ from: at, to: at }, asOf) === null;
}
