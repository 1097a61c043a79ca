import { parsePartialDate } from '../partial-date.ts';
import type { Condition } from '../query.ts';
import { memoize } from './memoize.ts';

/** A stretch of the wall clock as it stands in a text, in milliseconds as if it were UTC: `from` included, `to` excluded. */
export interface LocalSpan {
  readonly from: number;
  readonly to: number;
}

const offset = /(?:Z|[+-]\d{2}:\d{2})$/;

/**
 * What a date names by its local parts as written, so that one with an offset has its place among those without; a partial one is all that
 * it may mean: `2025-09` is that whole month. Null for a text that is no date.
 */
export const localSpan: (text: string) => LocalSpan | null = memoize((text) => {
  const date = parsePartialDate(text);
  if (date === null || !date.instant) return date === null ? null : { from: date.from, to: date.to };
  const local = parsePartialDate(text.replace(offset, ''));
  return local === null ? null : { from: local.from, to: local.to };
});

/** Whether the first surely lies before the second: what overlaps may be in either order. */
export function isSurelyBefore(left: LocalSpan, right: LocalSpan): boolean {
  return left.to <= right.from;
}

/** Characters of a whole date, `2025-09-03`; fewer are a month or a year, which is of no day. */
export const wholeDate = 10;

/** Whether a date has a time of day. */
export function hasTime(sent: string | null): boolean {
  return (sent?.length ?? 0) > wholeDate;
}

/** Partner studies are younger: what is dated before is a mistyped year, or a birth date in the wrong field. */
const earliest = Date.UTC(1990, 0, 1);
/** What somebody took from then on may be history; nobody who took a drug before has lived since. */
export const oldestHistory = Date.UTC(1920, 0, 1);
/** The same of medications, as a table is asked for them. */
export const historyStarts: readonly Condition[] = [
  { column: 'started', op: '>=', values: ['1920'] },
  { column: 'started', op: '<', values: ['1990'] },
];
/** No wall clock is further ahead of UTC (Kiribati). */
const farthestAhead = 14 * 3_600_000;

export type Implausible = 'before-1990' | 'after-pass';

/**
 * Why a date cannot be that of a record: all of it lies before 1990, or after the pass that brought it (`asOf`, ISO 8601; null: nothing is
 * known of one), wherever its clock hung. `from` and `to` are those of a `LocalSpan`; of a moment they may be one. Null for a date that can be.
 */
export function whyImplausible({ from, to }: LocalSpan, asOf: string | null): Implausible | null {
  if (to < earliest || (to === earliest && from < to)) return 'before-1990';
  const pass = asOf === null ? Number.NaN : Date.parse(asOf);
  return from > pass + farthestAhead ? 'after-pass' : null;
}

/** The first and the last moment, in milliseconds of the wall clock, that can be those of a record; both count. */
export function plausibleBounds(asOf: string | null): { readonly first: number; readonly last: number } {
  const pass = asOf === null ? Number.NaN : Date.parse(asOf);
  return { first: earliest, last: Number.isNaN(pass) ? Number.POSITIVE_INFINITY : pass + farthestAhead };
}

/** The same of a moment in milliseconds of the wall clock: whether it may stand as a first or last date, or in a length of time. */
export function isPlausibleAt(at: number, asOf: string | null): boolean {
  return whyImplausible({ from: at, to: at }, asOf) === null;
}
