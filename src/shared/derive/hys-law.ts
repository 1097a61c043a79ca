import { sameNumber } from './decimal.ts';

/** × ULN of one result on a calendar day (`calendarDay`), against the range of its own record. */
export interface TimesUpperLimit {
  readonly day: number;
  readonly times: number;
}

/** FDA, Drug-Induced Liver Injury: Premarketing Clinical Evaluation (2009): 3 × ULN of a transaminase, 2 × ULN of bilirubin. */
export const hysLaw = { transaminase: 3, bilirubin: 2, withinDays: 14 } as const;

/** Where a subject lies in an eDISH plot: peaks at any time, and whether both limits were reached within days of each other. */
export interface LiverScreen {
  /** Of ALT and AST; null where neither has a result with an upper limit. */
  readonly peakTransaminase: number | null;
  readonly peakBilirubin: number | null;
  readonly quadrant: 'below' | 'transaminase' | 'bilirubin' | 'both' | null;
  /** Needs a review of the narrative; not by itself a Hy's Law case. Null where one of the two is missing. */
  readonly withinDays: boolean | null;
}

/** Limits count. `transaminases`: ALT and AST together; `bilirubin`: total bilirubin. */
export function screenLiver(transaminases: readonly TimesUpperLimit[], bilirubin: readonly TimesUpperLimit[]): LiverScreen {
  const peakTransaminase = peak(transaminases);
  const peakBilirubin = peak(bilirubin);
  if (peakTransaminase === null || peakBilirubin === null) return { peakTransaminase, peakBilirubin, quadrant: null, withinDays: null };
  const high = [reaches(peakTransaminase, hysLaw.transaminase), reaches(peakBilirubin, hysLaw.bilirubin)] as const;
  const quadrant = high[0] ? (high[1] ? 'both' : 'transaminase') : high[1] ? 'bilirubin' : 'below';
  return { peakTransaminase, peakBilirubin, quadrant, withinDays: areNear(transaminases, bilirubin) };
}

function peak(results: readonly TimesUpperLimit[]): number | null {
  return results.length === 0 ? null : results.reduce((most, { times }) => Math.max(most, times), -Infinity);
}

/** 0.6 against an upper limit of 0.2 is 3 × ULN, though 0.6 / 0.2 is a little less in binary fractions. */
function reaches(times: number, limit: number): boolean {
  return times >= limit || sameNumber(times, limit);
}

function areNear(transaminases: readonly TimesUpperLimit[], bilirubin: readonly TimesUpperLimit[]): boolean {
  const days = bilirubin.filter(({ times }) => reaches(times, hysLaw.bilirubin)).map(({ day }) => day);
  return transaminases.some(
    ({ day, times }) => reaches(times, hysLaw.transaminase) && days.some((other) => Math.abs(other - day) <= hysLaw.withinDays),
  );
}
