/** What a reader wrote down at one assessment; sums are in tenths of a millimetre, so that differences are exact. */
export interface Reading {
  /** Sum of the target lesions; `null` where there is none to give. */
  readonly sum: number | null;
  /** All non-nodal targets gone and every nodal one under 10 mm (the sum may stay above 0). */
  readonly targetsGone: boolean;
  readonly nonTargets: 'none' | 'gone' | 'present' | 'progressed';
  readonly newLesion: boolean;
  readonly evaluable: boolean;
}

/** One assessment of a case with the numbers that RECIST 1.1 derives. */
export interface Assessment {
  readonly reading: Reading;
  readonly fromPrevious: number | null;
  readonly fromBaseline: number | null;
  readonly fromNadir: number | null;
  readonly conclusion: Conclusion;
}

export type Conclusion =
  'Undefined' | 'Complete Response' | 'Partial Response' | 'Stable Disease' | 'Progressive Disease' | 'Non-CR/Non-PD' | 'Not Evaluable';

const FIVE_MILLIMETRES = 50;

/**
 * Derives changes and conclusions of one case, the baseline first. The nadir is the least earlier sum, the baseline
 * included; a change is `null` where either side has no sum. The baseline itself has no response: `Undefined`.
 */
export function assess(readings: readonly Reading[]): readonly Assessment[] {
  const baseline = readings[0]?.sum ?? null;
  let nadir: number | null = null;
  let previous: number | null = null;
  return readings.map((reading, i) => {
    const assessment: Assessment = {
      reading,
      fromPrevious: difference(reading.sum, previous),
      fromBaseline: i === 0 ? null : difference(reading.sum, baseline),
      fromNadir: difference(reading.sum, nadir),
      conclusion: i === 0 ? 'Undefined' : conclude(reading, baseline, nadir),
    };
    previous = reading.sum;
    if (reading.sum !== null) nadir = Math.min(nadir ?? reading.sum, reading.sum);
    return assessment;
  });
}

/** Progression is at least 20 % and at least 5 mm over the nadir. */
export function targetProgression(sum: number, nadir: number): boolean {
  return sum - nadir >= FIVE_MILLIMETRES && sum * 10 >= nadir * 12;
}

function conclude(reading: Reading, baseline: number | null, nadir: number | null): Conclusion {
  if (reading.newLesion || reading.nonTargets === 'progressed') return 'Progressive Disease';
  if (!reading.evaluable) return 'Not Evaluable';
  if (baseline === null) return reading.nonTargets === 'gone' ? 'Complete Response' : 'Non-CR/Non-PD';
  if (reading.sum === null || nadir === null) return 'Not Evaluable';
  if (targetProgression(reading.sum, nadir)) return 'Progressive Disease';
  if (reading.targetsGone) return reading.nonTargets === 'present' ? 'Partial Response' : 'Complete Response';
  return reading.sum * 10 <= baseline * 7 ? 'Partial Response' : 'Stable Disease';
}

function difference(value: number | null, from: number | null): number | null {
  return value === null || from === null ? null : value - from;
}
