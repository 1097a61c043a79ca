import type { UnitSystem } from '../terms/term-kinds.ts';

export type Grade = 1 | 2 | 3 | 4;
export type GradeDirection = 'low' | 'high';

/** A number in the criterion's unit in each of the two systems; CTCAE prints both. */
export type InBothSystems = Readonly<Record<UnitSystem, number>>;

/** What a result must exceed, in the criterion's direction: a multiple of a limit, a number, or a limit plus an amount. */
export type Limit =
  | { readonly of: 'limit' | 'baseline'; readonly times: number; readonly inclusive?: true }
  | { readonly of: 'number'; readonly is: InBothSystems; readonly inclusive?: true }
  | { readonly of: 'limit' | 'baseline'; readonly plus: InBothSystems };

/** One grade: the result exceeds any of the limits in `any` and all in `also`. */
export interface Step {
  readonly grade: Grade;
  readonly any: readonly Limit[];
  readonly also?: readonly Limit[];
}

/**
 * One laboratory criterion in one direction. `limit` means the upper limit of the record's own reference range if high results are graded,
 * the lower limit if low ones are.
 */
export interface Criterion {
  /** CTCAE's term. */
  readonly term: string;
  readonly direction: GradeDirection;
  /** LBTESTCD of the results that it grades. */
  readonly tests: readonly string[];
  /** The unit of its numbers by system; absent if all limits are multiples. */
  readonly unit?: Readonly<Record<UnitSystem, string>>;
  /** Most severe first. */
  readonly steps: readonly Step[];
  /** The steps for subjects whose baseline is outside its range on this side. */
  readonly abnormal?: { readonly side: GradeDirection; readonly steps: readonly Step[] };
  /** Only treatment or symptoms distinguish the grades, so no result can be graded. */
  readonly isClinical?: true;
}

/** Grades 4, 3, 2, 1 by multiples of the limit, most severe first; null if CTCAE has no such grade. */
export function timesLimit(...multiples: readonly (number | null)[]): readonly Step[] {
  return stepsBy(multiples, (times): Limit => ({ of: 'limit', times }));
}

/** The same by multiples of the subject's baseline. */
export function timesBaseline(...multiples: readonly (number | null)[]): readonly Step[] {
  return stepsBy(multiples, (times): Limit => ({ of: 'baseline', times }));
}

/** The same by numbers, in SI and in conventional units. */
export function numbers(SI: readonly (number | null)[], conventional: readonly (number | null)[] = SI): readonly Step[] {
  return stepsBy(SI, (number, at): Limit => ({ of: 'number', is: { SI: number, conventional: conventional[at] ?? number } }));
}

/** Grade 1 from the limit of the range, the others by numbers: `<LLN - 10.0 g/dL`. */
export function fromLimitOn(SI: readonly (number | null)[], conventional?: readonly (number | null)[]): readonly Step[] {
  return [...numbers(SI, conventional), { grade: 1, any: [{ of: 'limit', times: 1 }] }];
}

function stepsBy(values: readonly (number | null)[], limit: (value: number, at: number) => Limit): readonly Step[] {
  return values.flatMap((value, at): Step[] => (value === null ? [] : [{ grade: gradeAt(at), any: [limit(value, at)] }]));
}

const gradesInOrder = [4, 3, 2, 1] as const;

function gradeAt(place: number): Grade {
  return gradesInOrder[place] ?? 1;
}
