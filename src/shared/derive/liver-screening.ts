import { compareDecimals } from './decimal.ts';
import { peakOf, screenLiver, type LiverScreen, type LiverWindow, type Peak, type TimesUpperLimit } from './hys-law.ts';
import type { PointsAnswer } from './result-series.ts';

/** Codes of the tests that the screen is made of; total bilirubin, not the direct one. */
export const liverCodes = ['ALT', 'AST', 'BILI', 'ALP'] as const;
export type LiverCode = (typeof liverCodes)[number];

export interface ScreenedSubject {
  readonly subject: string;
  readonly screen: LiverScreen;
  /** The highest × ULN of each test; null where none has a limit. */
  readonly peaks: Readonly<Record<LiverCode, Peak | null>>;
}

export interface LiverScreening {
  readonly window: LiverWindow;
  readonly subjects: readonly ScreenedSubject[];
  /** Results that are numbers or bounds without an upper limit that could be read. */
  readonly withoutLimit: number;
  readonly results: number;
}

/** Screens every subject that has a result of one of the tests. `codes`: of the tests of the answer, in their order. */
export function screenSubjects(
  { subjects, points }: Pick<PointsAnswer, 'subjects' | 'points'>,
  codes: readonly (string | null)[],
  window: LiverWindow,
): LiverScreening {
  const bySubject = subjects.map((): Record<LiverCode, TimesUpperLimit[]> => ({ ALT: [], AST: [], BILI: [], ALP: [] }));
  let withoutLimit = 0;
  for (const [at, place] of points.subject.entries()) {
    const code = liverCodes.find((one) => one === codes[points.test[at] ?? -1]);
    const times = points.times[at] ?? null;
    if (code === undefined) continue;
    if (times === null) withoutLimit++;
    // A result without a whole date counts for the peak, and is near no other.
    else bySubject[place]?.[code].push({ day: points.day[at] ?? Number.NaN, times, beyond: points.beyond[at] ?? 0 });
  }
  const screened = subjects.flatMap((subject, place): ScreenedSubject[] => {
    const of = bySubject[place];
    if (of === undefined) return [];
    const peaks = { ALT: peakOf(of.ALT), AST: peakOf(of.AST), BILI: peakOf(of.BILI), ALP: peakOf(of.ALP) };
    return [{ subject, screen: screenLiver(of, window), peaks: told(peaks) }];
  });
  return {
    window,
    subjects: screened.sort((left, right) => (left.subject < right.subject ? -1 : 1)),
    withoutLimit,
    results: points.subject.length,
  };
}

function told(peaks: Record<LiverCode, Peak | null>): ScreenedSubject['peaks'] {
  const peak = (of: Peak | null): Peak | null => (of === null ? null : { times: of.times, beyond: of.beyond });
  return { ALT: peak(peaks.ALT), AST: peak(peaks.AST), BILI: peak(peaks.BILI), ALP: peak(peaks.ALP) };
}

/** The highest × ULN of a subject among the tests that FDA's limits are of. */
export interface WorstLiver extends Peak {
  readonly code: Exclude<LiverCode, 'ALP'>;
}

/**
 * Of equally high ones the first of ALT, AST and bilirubin; null where none has a limit. A result that is only known to lie below a bound
 * counts where there is no other.
 */
export function worstOf(peaks: ScreenedSubject['peaks']): WorstLiver | null {
  const all = (['ALT', 'AST', 'BILI'] as const).flatMap((code) => (peaks[code] === null ? [] : [{ ...peaks[code], code }]));
  const known = all.filter(({ beyond }) => beyond !== -1);
  return (known.length > 0 ? known : all).reduce<WorstLiver | null>(
    (worst, one) => (worst === null || compareDecimals(one.times, worst.times) > 0 ? one : worst),
    null,
  );
}

/** A subject that has both peaks above 0, and so a place in the figure. */
export interface PlottedSubject extends ScreenedSubject {
  readonly transaminase: number;
  readonly bilirubin: number;
}

export function plotted({ subjects }: LiverScreening): readonly PlottedSubject[] {
  return subjects.flatMap((one) => {
    const { peakTransaminase, peakBilirubin } = one.screen;
    if (peakTransaminase === null || peakBilirubin === null || peakTransaminase <= 0 || peakBilirubin <= 0) return [];
    return [{ ...one, transaminase: peakTransaminase, bilirubin: peakBilirubin }];
  });
}

/** Why a subject is not drawn. */
export function whyNot({ screen: { peakTransaminase, peakBilirubin } }: ScreenedSubject): string {
  if (peakTransaminase === null && peakBilirubin === null) return 'no result with an upper limit';
  if (peakTransaminase === null) return 'no ALT or AST with an upper limit';
  if (peakBilirubin === null) return 'no total bilirubin with an upper limit';
  return 'a peak of 0';
}
