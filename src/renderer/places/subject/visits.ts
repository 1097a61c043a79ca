import { isWithin, type DaySpan } from './shown-dates.ts';
import type { TestResult } from '../../../shared/calls/views.ts';
import { compareTexts } from '../../../shared/compare-texts.ts';

/** A visit of one subject. */
export interface Visit {
  readonly visit: string;
  /** Wall-clock time of its first result, in milliseconds. */
  readonly at: number;
}

/** The visits named by results, ordered by their first date. Visits without a readable date are left out. */
export function visitsOf(results: readonly Pick<TestResult, 'visit' | 'at'>[]): readonly Visit[] {
  const first = new Map<string, number>();
  for (const { visit, at } of results) {
    if (visit !== null && visit !== '' && at !== null) first.set(visit, Math.min(at, first.get(visit) ?? at));
  }
  return [...first]
    .map(([visit, at]) => ({ visit, at }))
    .sort((left, right) => left.at - right.at || compareTexts(left.visit, right.visit));
}

/** Like `visitsOf`, by the first date of each visit within `span`, or by its first date of all if it has none there. */
export function visitsWithin(results: readonly Pick<TestResult, 'visit' | 'at'>[], span: DaySpan | null): readonly Visit[] {
  const isShown = ({ at }: Pick<TestResult, 'at'>): boolean => at !== null && isWithin(span, at);
  const shown = new Set(results.filter(isShown).map(({ visit }) => visit));
  return visitsOf(results.filter((result) => isShown(result) || !shown.has(result.visit)));
}
