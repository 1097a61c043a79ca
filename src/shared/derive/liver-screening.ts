import { compareDecimals } from './decimal.ts';
import { peakOf, screenLiver, type LiverScreen, type LiverWindow, type Peak, type TimesUpperLimit } from './hys-law.ts';
import { leftOutRecords, noRecords, together, type LeftOutRecords } from './left-out.ts';
import { nothingLeftOut, type NoPoints, type PointsAnswer } from './result-series.ts';
import { compareTexts } from '../compare-texts.ts';

/** Codes of the tests in the screen; total bilirubin, not direct. */
export const liverCodes = ['ALT', 'AST', 'BILI', 'ALP'] as const;
export type LiverCode = (typeof liverCodes)[number];

/** The result of a peak. */
export interface PeakResult extends Peak {
  readonly code: LiverCode;
  readonly key: string;
  /** Days since 1970-01-01; null without a whole, plausible date. */
  readonly day: number | null;
}

export interface ScreenedSubject {
  readonly subject: string;
  readonly screen: LiverScreen;
  /** The results of the two peaks that determine the subject's place; of equal ones, the first dated one. */
  readonly atPeak: { readonly transaminase: PeakResult | null; readonly bilirubin: PeakResult | null };
  /** The highest × ULN of each test; null if none has a limit. */
  readonly peaks: Readonly<Record<LiverCode, Peak | null>>;
}

export interface LiverScreening {
  readonly window: LiverWindow;
  readonly subjects: readonly ScreenedSubject[];
  /** Numeric results and bounds without a readable upper limit. */
  readonly withoutLimit: LeftOutRecords;
  /** Numeric results and bounds of a test that is screened, whose own test code is another or missing. */
  readonly otherCode: LeftOutRecords;
  /** Results with a limit but without a whole, plausible date. They count for a peak, but are near no other result. */
  readonly undated: LeftOutRecords;
  /** Results of the tests that are neither numbers nor bounds, or that name no subject. */
  readonly leftOut: NoPoints;
  /** Numeric results and bounds of the tests. */
  readonly results: number;
}

/**
 * Screens every subject with a result that has one of the codes. Results of one name can have several codes, such as total and direct
 * bilirubin, so each result is taken by its own.
 */
export function screenSubjects({ subjects, points, leftOut }: Omit<PointsAnswer, 'units'>, window: LiverWindow): LiverScreening {
  const bySubject = subjects.map((): Record<LiverCode, ScreenedResult[]> => ({ ALT: [], AST: [], BILI: [], ALP: [] }));
  const [withoutLimit, undated, otherCode]: readonly [string[], string[], string[]] = [[], [], []];
  const screenedSubjects = new Set<number>();
  for (const [at, place] of points.subject.entries()) {
    const code = liverCodes.find((one) => one === points.code[at]);
    const times = points.times[at] ?? null;
    const [key, day] = [points.key[at] ?? '', points.day[at] ?? null];
    if (code === undefined) {
      otherCode.push(key);
      continue;
    }
    screenedSubjects.add(place);
    if (times === null) withoutLimit.push(key);
    else {
      if (day === null) undated.push(key);
      bySubject[place]?.[code].push({ day: day ?? Number.NaN, times, beyond: points.beyond[at] ?? 0, code, key });
    }
  }
  const screened = subjects.flatMap((subject, place): ScreenedSubject[] => {
    const of = bySubject[place];
    if (of === undefined || !screenedSubjects.has(place)) return [];
    const peaks = { ALT: peakOf(of.ALT), AST: peakOf(of.AST), BILI: peakOf(of.BILI), ALP: peakOf(of.ALP) };
    const atPeak = { transaminase: peakResult([...of.ALT, ...of.AST]), bilirubin: peakResult(of.BILI) };
    return [{ subject, screen: screenLiver(of, window), atPeak, peaks: reported(peaks) }];
  });
  return {
    window,
    subjects: screened.sort((left, right) => compareTexts(left.subject, right.subject)),
    withoutLimit: leftOutRecords(withoutLimit),
    otherCode: leftOutRecords(otherCode),
    undated: leftOutRecords(undated),
    leftOut: {
      nameless: together(leftOut.map(({ nameless }) => nameless)),
      texts: together(leftOut.map(({ texts }) => texts)),
      carriedForward: together(leftOut.map(({ carriedForward }) => carriedForward)),
    },
    results: points.subject.length - otherCode.length,
  };
}

interface ScreenedResult extends TimesUpperLimit {
  readonly code: LiverCode;
  readonly key: string;
}

function peakResult(results: readonly ScreenedResult[]): PeakResult | null {
  const time = ({ day }: ScreenedResult): number => (Number.isNaN(day) ? Number.MAX_VALUE : day);
  const peak = peakOf(results.toSorted((left, right) => time(left) - time(right)));
  return peak === null ? null : { ...peak, day: Number.isNaN(peak.day) ? null : peak.day };
}

/** The screening of a study without results. */
export function nothingScreened(window: LiverWindow): LiverScreening {
  return { window, subjects: [], withoutLimit: noRecords, otherCode: noRecords, undated: noRecords, leftOut: nothingLeftOut, results: 0 };
}

function reported(peaks: Record<LiverCode, Peak | null>): ScreenedSubject['peaks'] {
  const peak = (of: Peak | null): Peak | null => (of === null ? null : { times: of.times, beyond: of.beyond });
  return { ALT: peak(peaks.ALT), AST: peak(peaks.AST), BILI: peak(peaks.BILI), ALP: peak(peaks.ALP) };
}

/** The highest × ULN of a subject among the tests with FDA limits. */
export interface WorstLiver extends Peak {
  readonly code: Exclude<LiverCode, 'ALP'>;
}

/**
 * Of equal ones, the first of ALT, AST and bilirubin; null if none has a limit. A result known only to be below a bound counts only if
 * there is no other.
 */
export function worstOf(peaks: ScreenedSubject['peaks']): WorstLiver | null {
  const all = (['ALT', 'AST', 'BILI'] as const).flatMap((code) => (peaks[code] === null ? [] : [{ ...peaks[code], code }]));
  const known = all.filter(({ beyond }) => beyond !== -1);
  return (known.length > 0 ? known : all).reduce<WorstLiver | null>(
    (worst, one) => (worst === null || compareDecimals(one.times, worst.times) > 0 ? one : worst),
    null,
  );
}

/** A subject whose two peaks are both above 0, so that it can be plotted. */
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

/** Why a subject is not plotted. */
export function whyNot({ screen: { peakTransaminase, peakBilirubin } }: ScreenedSubject): string {
  if (peakTransaminase === null && peakBilirubin === null) return 'no result with an upper limit';
  if (peakTransaminase === null) return 'no ALT or AST with an upper limit';
  if (peakBilirubin === null) return 'no total bilirubin with an upper limit';
  return 'a peak of 0';
}
