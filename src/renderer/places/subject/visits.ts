import { isWithin, type DaySpan } from './shown-dates.ts';
import type { TestResult } from '../../../shared/calls/views.ts';

/** A visit of one subject. */
export interface Visit {
  readonly visit: string;
  /** Milliseconds of the wall clock of its first result. */
  readonly at: number;
}

/** The visits that results name, by the first date of each; a visit without a date that can be read is left out. */
export function visitsOf(results: readonly Pick<TestResult, 'visit' | 'at'>[]): readonly Visit[] {
  const first = new Map<string, number>();
  for (const { visit, at } of results) {
    if (visit !== null && visit !== '' && at !== null) first.set(visit, Math.min(at, first.get(visit) ?? at));
  }
  return [...first].map(([visit, at]) => ({ visit, at })).sort((left, right) => left.at - right.at || (left.visit < right.visit ? -1 : 1));
}

/** All visits that results name, by the first date of each among those that are shown; a visit without one there keeps its first date. */
export function visitsWithin(results: readonly Pick<TestResult, 'visit' | 'at'>[], span: DaySpan | null): readonly Visit[] {
  const isShown = ({ at }: Pick<TestResult, 'at'>): boolean => at !== null && isWithin(span, at);
  const shown = new Set(results.filter(isShown).map(({ visit }) => visit));
  return visitsOf(results.filter((result) => isShown(result) || !shown.has(result.visit)));
}
