import type { UnitSystem } from '../terms/term-kinds.ts';

export type Grade = 1 | 2 | 3 | 4;
export type GradeDirection = 'low' | 'high';

/** A number of the criterion's unit in each of the two systems, as CTCAE prints both. */
export type InBothSystems = Readonly<Record<UnitSystem, number>>;

/** What a result has to lie beyond, on the criterion's side: a multiple of a limit, a number, or a limit and an amount. */
export type Limit =
  | { readonly of: 'limit' | 'baseline'; readonly times: number; readonly inclusive?: true }
  | { readonly of: 'number'; readonly is: InBothSystems; readonly inclusive?: true }
  | { readonly of: 'limit' | 'baseline'; readonly plus: InBothSystems };

/** One grade: the result lies beyond any of the limits, and beyond each of `also`. */
export interface Step {
  readonly grade: Grade;
  readonly any: readonly Limit[];
  readonly also?: readonly Limit[];
}

/**
 * One laboratory criterion in one direction. `limit` stands for the upper limit of the record's own reference range where high results are
 * graded, for the lower one where low ones are.
 */
export interface Criterion {
  /** CTCAE's term. */
  readonly term: string;
  readonly direction: GradeDirection;
  /** LBTESTCD of the results that it grades. */
  readonly tests: readonly string[];
  /** The unit of its numbers by system; none where all are multiples. */
  readonly unit?: Readonly<Record<UnitSystem, string>>;
  /** The most severe first. */
  readonly steps: readonly Step[];
  /** The steps of subjects whose baseline lies outside of its range on this side. */
  readonly abnormal?: { readonly side: GradeDirection; readonly steps: readonly Step[] };
  /** Only what is done or felt tells the grades apart: no result can be graded. */
  readonly isClinical?: true;
}

/** The grades 4, 3, 2, 1 by multiples of the limit, the most severe first; null: CTCAE has no such grade. */
export function timesLimit(...multiples: readonly (number | null)[]): readonly Step[] {
  return stepsBy(multiples, (times): Limit => ({ of: 'limit', times }));
}

/** The same by multiples of the subject's baseline. */
export function timesBaseline(...multiples: readonly (number | null)[]): readonly Step[] {
  return stepsBy(multiples, (times): Limit => ({ of: 'baseline', times }));
}

/** The same by numbers: in SI, and in conventional units. */
export function numbers(SI: readonly (number | null)[], conventional: readonly (number | null)[] = SI): readonly Step[] {
  return stepsBy(SI, (number, at): Limit => ({ of: 'number', is: { SI: number, conventional: conventional[at] ?? number } }));
}

/** Grade 1 from the limit of the range on, and the others by numbers: `<LLN - 10.0 g/dL`. */
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
