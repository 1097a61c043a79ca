import { timedResult, type TestSeries } from './result-series.ts';
import { baselineOf, shiftCategories, shiftOf, worstOf, afterBaseline, type Direction, type ShiftCategory } from './subject-summary.ts';

/** One subject's shifts from its baseline, in both directions. */
export interface SubjectShift {
  readonly subject: string;
  readonly baseline: ShiftCategory;
  readonly worst: Readonly<Record<Direction, ShiftCategory>>;
  /** Numbers in the unit of the test; null where there is none. */
  readonly values: { readonly baseline: number | null; readonly low: number | null; readonly high: number | null };
}

export interface Shifts {
  readonly test: string;
  readonly unit: string;
  readonly subjects: readonly SubjectShift[];
  /** Results in units that nothing converts, without a date; subjects without an anchor. */
  readonly otherUnits: number;
  readonly undated: number;
  readonly unanchored: readonly string[];
}

export const directions: readonly Direction[] = ['low', 'high'];

/** The shifts of every subject that has results of the test. */
export function shiftsOf(test: string, of: TestSeries, anchors: ReadonlyMap<string, number>): Shifts {
  const { unit, series, otherUnits, undated, unanchored } = of;
  const subjects = series.flatMap(({ subject, points }): SubjectShift[] => {
    const anchor = anchors.get(subject);
    if (anchor === undefined) return [];
    const results = points.map(timedResult);
    const [low, high] = [shiftOf(results, anchor, 'low'), shiftOf(results, anchor, 'high')];
    const after = afterBaseline(results, anchor);
    return [
      {
        subject,
        baseline: low.baseline,
        worst: { low: low.worst, high: high.worst },
        values: {
          baseline: baselineOf(results, anchor)?.value ?? null,
          low: worstOf(after, 'low')?.value ?? null,
          high: worstOf(after, 'high')?.value ?? null,
        },
      },
    ];
  });
  return {
    test,
    unit,
    subjects: subjects.sort((left, right) => (left.subject < right.subject ? -1 : 1)),
    otherUnits: otherUnits.reduce((sum, { results }) => sum + results, 0),
    undated,
    unanchored,
  };
}

/** The subjects of one cell. */
export function subjectsIn(shifts: Shifts, direction: Direction, baseline: ShiftCategory, worst: ShiftCategory): readonly SubjectShift[] {
  return shifts.subjects.filter((one) => one.baseline === baseline && one.worst[direction] === worst);
}

const severity: Readonly<Record<Direction, readonly ShiftCategory[]>> = { low: ['HIGH', 'NORMAL', 'LOW'], high: ['LOW', 'NORMAL', 'HIGH'] };

/** Whether the worst category lies farther in the direction than the one at baseline; what is missing lies nowhere. */
export function isWorse(direction: Direction, baseline: ShiftCategory, worst: ShiftCategory): boolean {
  const [from, to] = [severity[direction].indexOf(baseline), severity[direction].indexOf(worst)];
  return from >= 0 && to > from;
}

/** How many subjects shifted farther in a direction, of those that have both categories. */
export function shifted(shifts: Shifts, direction: Direction): { readonly worse: number; readonly of: number } {
  const both = shifts.subjects.filter(({ baseline, worst }) => baseline !== 'MISSING' && worst[direction] !== 'MISSING');
  return { worse: both.filter(({ baseline, worst }) => isWorse(direction, baseline, worst[direction])).length, of: both.length };
}

export const categories = shiftCategories;
