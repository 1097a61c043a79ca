import type { TestResult } from '../../../shared/calls/views.ts';

/** Systolic and diastolic pressure of one moment; null where only the other was sent. */
export interface Pressure {
  readonly at: number;
  readonly visit: string | null;
  readonly systolic: number | null;
  readonly diastolic: number | null;
  /** As received: "142/88". */
  readonly words: string;
  readonly unit: string | null;
  /** Of the systolic record, or the other where that is missing. */
  readonly key: string;
}

/** The pressures of a subject in time. Two results are a pair where moment and visit are the same; a third of a kind makes a pair of its own. */
export function pressuresOf(vitals: readonly TestResult[]): readonly Pressure[] {
  const open = new Map<string, { systolic: TestResult[]; diastolic: TestResult[] }>();
  for (const result of vitals) {
    if (result.at === null || result.value === null || (result.code !== 'SYSBP' && result.code !== 'DIABP')) continue;
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
