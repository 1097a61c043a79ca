import { compareDecimals, roundToDecimal } from './decimal.ts';

/** × ULN of one result on a calendar day (`calendarDay`), relative to the range of its own record. */
export interface TimesUpperLimit {
  readonly day: number;
  readonly times: number;
  /** −1: the result is below `times`; 1: above; 0: equal. */
  readonly beyond: -1 | 0 | 1;
}

/**
 * FDA, Drug-Induced Liver Injury: Premarketing Clinical Evaluation (2009): a transaminase of at least 3 × ULN and total bilirubin above 2 ×
 * ULN, without initial findings of cholestasis, defined as alkaline phosphatase of at least 2 × ULN (as in eDISH, Watkins 2011).
 */
export const hysLaw = { transaminase: 3, bilirubin: 2, cholestasis: 2 } as const;

export const liverDirections = ['either', 'after'] as const;

/** When bilirubin belongs to a transaminase: within this many days before or after it, or only on its day and after it. */
export interface LiverWindow {
  readonly withinDays: number;
  readonly direction: (typeof liverDirections)[number];
}

export const usualLiverWindow: LiverWindow = { withinDays: 30, direction: 'either' };

/** A highest × ULN. `beyond` 1: it is at least that. */
export type Peak = Pick<TimesUpperLimit, 'times' | 'beyond'>;

export interface LiverResults {
  readonly ALT: readonly TimesUpperLimit[];
  readonly AST: readonly TimesUpperLimit[];
  /** Total bilirubin. */
  readonly BILI: readonly TimesUpperLimit[];
  readonly ALP: readonly TimesUpperLimit[];
}

/** A subject's place in an eDISH plot: peaks at any time, and whether both limits were reached within days of each other. */
export interface LiverScreen {
  /** Of ALT and AST; null if neither has a result with an upper limit. */
  readonly peakTransaminase: number | null;
  readonly peakBilirubin: number | null;
  readonly quadrant: 'below' | 'transaminase' | 'bilirubin' | 'both' | null;
  /** Requires a review of the narrative; not a Hy's Law case by itself. Null if either peak is missing. */
  readonly withinDays: boolean | null;
  /**
   * (ALT ÷ ULN) ÷ (ALP ÷ ULN) at the highest ALT, with the nearest ALP within the window (CIOMS: 5 or more is hepatocellular, 2 or less
   * cholestatic). Null without such an ALP, or if only a bound of the highest ALT is known.
   */
  readonly ratio: number | null;
  /** Whether alkaline phosphatase reached its limit no later than bilirubin; null without results, or if missing dates leave it open. */
  readonly cholestasis: boolean | null;
}

/** Screens one subject. */
export function screenLiver(results: LiverResults, window: LiverWindow): LiverScreen {
  const transaminases = [...results.ALT, ...results.AST];
  const peakTransaminase = peakOf(transaminases)?.times ?? null;
  const peakBilirubin = peakOf(results.BILI)?.times ?? null;
  const cholestatic = { ratio: ratioOf(results, window), cholestasis: hasCholestasis(results) };
  if (peakTransaminase === null || peakBilirubin === null)
    return { peakTransaminase, peakBilirubin, quadrant: null, withinDays: null, ...cholestatic };
  const high = [transaminases.some(isHighTransaminase), results.BILI.some(isHighBilirubin)] as const;
  const quadrant = high[0] ? (high[1] ? 'both' : 'transaminase') : high[1] ? 'bilirubin' : 'below';
  return { peakTransaminase, peakBilirubin, quadrant, withinDays: areNear(transaminases, results.BILI, window), ...cholestatic };
}

/**
 * The highest result; of equal ones, one that is "at least" that. A result known only to be below a bound counts only if there is no other.
 */
export function peakOf<R extends TimesUpperLimit>(results: readonly R[]): R | null {
  const known = results.filter(({ beyond }) => beyond !== -1);
  return (known.length > 0 ? known : results).reduce<R | null>((most, one) => {
    const order = most === null ? 1 : compareDecimals(one.times, most.times);
    return order > 0 || (order === 0 && one.beyond === 1) ? one : most;
  }, null);
}

/** 3 × ULN counts. A result below a bound never does. */
function isHighTransaminase({ times, beyond }: TimesUpperLimit): boolean {
  return beyond !== -1 && compareDecimals(times, hysLaw.transaminase) >= 0;
}

/** Exactly 2 × ULN does not count; "above 2 × ULN" does. */
function isHighBilirubin({ times, beyond }: TimesUpperLimit): boolean {
  const order = compareDecimals(times, hysLaw.bilirubin);
  return beyond !== -1 && (order > 0 || (order === 0 && beyond === 1));
}

function areNear(
  transaminases: readonly TimesUpperLimit[],
  bilirubin: readonly TimesUpperLimit[],
  { withinDays, direction }: LiverWindow,
): boolean {
  const days = bilirubin.filter(isHighBilirubin).map(({ day }) => day);
  const earliest = direction === 'after' ? 0 : -withinDays;
  return transaminases
    .filter(isHighTransaminase)
    .some(({ day }) => days.some((other) => other - day >= earliest && other - day <= withinDays));
}

function ratioOf({ ALT, ALP }: LiverResults, { withinDays }: LiverWindow): number | null {
  const [dated, undated] = [ALT.filter(isDated), ALT.filter((one) => !isDated(one))];
  // Of equal peaks, a dated one: only beside it can an ALP be near.
  const peak = peakOf([...dated, ...undated]);
  if (peak === null || peak.beyond !== 0 || !isDated(peak)) return null;
  const distance = ({ day }: TimesUpperLimit): number => Math.abs(day - peak.day);
  const [nearest] = ALP.filter((one) => one.beyond === 0 && one.times > 0 && distance(one) <= withinDays).toSorted(
    (left, right) => distance(left) - distance(right),
  );
  return nearest === undefined ? null : roundToDecimal(peak.times / nearest.times);
}

function hasCholestasis({ ALP, BILI }: LiverResults): boolean | null {
  if (ALP.length === 0) return null;
  const bilirubin = BILI.filter(isHighBilirubin);
  const first = bilirubin.filter(isDated).reduce((earliest, { day }) => Math.min(earliest, day), Infinity);
  const high = ALP.filter(({ times, beyond }) => beyond !== -1 && compareDecimals(times, hysLaw.cholestasis) >= 0);
  if (high.every(({ day }) => day > first)) return false;
  if (bilirubin.length === 0) return true;
  // An undated bilirubin may be earlier than all dated ones, and an undated ALP later.
  return bilirubin.every(isDated) && high.some(({ day }) => day <= first) ? true : null;
}

function isDated({ day }: TimesUpperLimit): boolean {
  return !Number.isNaN(day);
}
