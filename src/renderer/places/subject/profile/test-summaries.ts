import type { TestResult } from '../../../../shared/calls/views.ts';
import { isPlausibleAt } from '../../../../shared/derive/plausible-date.ts';
import { calendarDay } from '../../../../shared/derive/study-day.ts';
import { worstOf, type TimedResult } from '../../../../shared/derive/subject-summary.ts';

/** A result with the fields needed for the summary of its test. */
export interface SummarisedResult extends TimedResult {
  readonly result: TestResult;
}

/** One test in one unit: its lowest and highest number, and its baseline and last result of any kind. Null if there is none. */
export interface TestSummary {
  readonly test: string;
  readonly unit: string | null;
  readonly results: number;
  /** The last result of the test, in any unit, on or before the anchor day; null if there is no such result or no anchor day. */
  readonly baseline: SummarisedResult | null;
  readonly lowest: SummarisedResult | null;
  readonly highest: SummarisedResult | null;
  readonly last: SummarisedResult | null;
}

/**
 * One summary per test and unit, so that a row never mixes units. Carried-forward repetitions do not count as results. Implausible dates,
 * judged by the pass that brought the record (`asOf`), make a result neither baseline nor last.
 */
export function summariesOf(results: readonly TestResult[], anchorDay: number | null, asOf: string | null): readonly TestSummary[] {
  const groups = new Map<string, SummarisedResult[]>();
  for (const result of results.filter(({ carriedForward }) => !carriedForward)) {
    const place = JSON.stringify([result.test, result.unit]);
    const { value, flag } = result;
    const at = result.at !== null && isPlausibleAt(result.at, asOf) ? result.at : null;
    const timed = { result, day: at === null || result.collected === null ? null : calendarDay(result.collected), at, value, flag };
    groups.set(place, [...(groups.get(place) ?? []), timed]);
  }
  const byTest = Map.groupBy([...groups.values()].flat(), ({ result }) => result.test);
  const baselineOf = (test: string): SummarisedResult | null =>
    anchorDay === null ? null : lastOfAny((byTest.get(test) ?? []).filter(({ day }) => day !== null && day <= anchorDay));
  return [...groups.values()].map((own) => summaryOf(own, baselineOf(own[0]?.result.test ?? ''))).sort(byTestAndUnit);
}

function summaryOf(own: readonly SummarisedResult[], baseline: SummarisedResult | null): TestSummary {
  const first = own[0]?.result;
  return {
    test: first?.test ?? '',
    unit: first?.unit ?? null,
    results: own.length,
    baseline,
    lowest: worstOf(own, 'low'),
    highest: worstOf(own, 'high'),
    last: lastOfAny(own),
  };
}

/** The last dated result, which may be a text or a bound. Records without a result do not count. */
function lastOfAny(own: readonly SummarisedResult[]): SummarisedResult | null {
  return (
    own
      .filter(({ at, result }) => at !== null && (result.result !== null || result.value !== null))
      .toSorted((left, right) => (left.at ?? 0) - (right.at ?? 0))
      .at(-1) ?? null
  );
}

function byTestAndUnit(left: TestSummary, right: TestSummary): number {
  const [before, after] = [`${left.test}\n${left.unit ?? ''}`, `${right.test}\n${right.unit ?? ''}`];
  return before < after ? -1 : 1;
}
