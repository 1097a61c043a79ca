import type { TestResult } from '../../../shared/calls/views.ts';

/** Systolic and diastolic pressure at one time; one is null if only the other was sent. */
export interface Pressure {
  readonly at: number;
  readonly visit: string | null;
  readonly systolic: number | null;
  readonly diastolic: number | null;
  /** The results as received, for example "142/88". */
  readonly words: string;
  readonly unit: string | null;
  /** Key of the systolic record, or of the diastolic one if there is no systolic record. */
  readonly key: string;
}

/** Numbers of results of either pressure that form no reading, although they are measurements. */
export interface PressuresLeft {
  readonly undated: number;
  /** Bounds such as "<60", and texts. */
  readonly withoutNumber: number;
}

/** Carried-forward repetitions are no measurements, and are neither drawn nor counted. */
function isPressureResult({ code, carriedForward }: TestResult): boolean {
  return (code === 'SYSBP' || code === 'DIABP') && !carriedForward;
}

export function pressuresLeft(vitals: readonly TestResult[]): PressuresLeft {
  const own = vitals.filter(isPressureResult);
  return {
    undated: own.filter(({ at, value }) => at === null && value !== null).length,
    withoutNumber: own.filter(({ value, result }) => value === null && (result ?? '') !== '').length,
  };
}

/** Pressures in time order. Results with the same time, visit and unit are paired; surplus ones form readings of their own. */
export function pressuresOf(vitals: readonly TestResult[]): readonly Pressure[] {
  const open = new Map<string, { systolic: TestResult[]; diastolic: TestResult[] }>();
  for (const result of vitals) {
    if (result.at === null || result.value === null || !isPressureResult(result)) continue;
    const place = JSON.stringify([result.at, result.visit, result.unit]);
    const known = open.get(place) ?? { systolic: [], diastolic: [] };
    known[result.code === 'SYSBP' ? 'systolic' : 'diastolic'].push(result);
    open.set(place, known);
  }
  return [...open.values()]
    .flatMap(({ systolic, diastolic }) =>
      Array.from({ length: Math.max(systolic.length, diastolic.length) }, (_, index) => paired(systolic[index], diastolic[index])),
    )
    .flatMap((pressure) => (pressure === null ? [] : [pressure]))
    .sort((left, right) => left.at - right.at);
}

function paired(systolic: TestResult | undefined, diastolic: TestResult | undefined): Pressure | null {
  const either = systolic ?? diastolic;
  if (either?.at === undefined || either.at === null) return null;
  return {
    at: either.at,
    visit: either.visit,
    systolic: systolic?.value ?? null,
    diastolic: diastolic?.value ?? null,
    words: `${systolic?.result ?? '–'}/${diastolic?.result ?? '–'}`,
    unit: either.unit,
    key: either.key,
  };
}
