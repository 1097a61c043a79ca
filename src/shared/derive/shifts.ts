import { together, type LeftOutRecords } from './left-out.ts';
import { nothingLeftOut, timedResult, type NoPoints, type TestSeries } from './result-series.ts';
import { baselineOf, shiftCategories, shiftOf, worstOf, afterBaseline, type Direction, type ShiftCategory } from './subject-summary.ts';
import { compareTexts } from '../compare-texts.ts';

/** One result as a table shows it. */
export interface ShownValue {
  readonly value: number;
  readonly unit: string;
  /** −1: the result is below `value`; 1: above; 0: equal. */
  readonly beyond: -1 | 0 | 1;
}

/** One subject's shifts from its baseline in both directions. */
export interface SubjectShift {
  readonly subject: string;
  readonly baseline: ShiftCategory;
  readonly worst: Readonly<Record<Direction, ShiftCategory>>;
  /** The results with these categories; null if there is none. */
  readonly values: { readonly baseline: ShownValue | null; readonly low: ShownValue | null; readonly high: ShownValue | null };
}

export interface Shifts {
  readonly test: string;
  readonly unit: string;
  readonly subjects: readonly SubjectShift[];
  /** Results whose units cannot be converted; counted by the flag of their own range, which needs no common unit. */
  readonly otherUnits: LeftOutRecords;
  /** Results known only to be beyond a bound; counted by the flag of the bound. */
  readonly bounds: number;
  /** Results with another service code or test code than most of this name; counted with the others. */
  readonly otherCodes: LeftOutRecords;
  /** Results without a whole, plausible date: a partial date does not say on which side of the anchor it is. */
  readonly undated: LeftOutRecords;
  /** Subjects without an anchor, and their results. */
  readonly unanchored: readonly string[];
  readonly ofUnanchored: LeftOutRecords;
  /** Results in no series: they have no subject, are texts, or repeat an earlier measurement. */
  readonly leftOut: NoPoints;
}

export const directions: readonly Direction[] = ['low', 'high'];

type ShiftedResult = ReturnType<typeof timedResult> & { readonly unit: string };

/** The unit shown if results come in several units that cannot be converted. */
const anotherUnit = 'another unit';

/** The shifts of every subject with results of the test. A flag needs no common unit, so no result is left out because of its unit. */
export function shiftsOf(
  test: string,
  of: TestSeries,
  anchors: ReadonlyMap<string, number>,
  leftOut: Shifts['leftOut'] = nothingLeftOut,
): Shifts {
  const { unit, otherUnits, otherCodes, undated, unanchored, ofUnanchored } = of;
  const bySubject = resultsOf(of);
  const subjects = [...bySubject].flatMap(([subject, results]): SubjectShift[] => {
    const anchor = anchors.get(subject);
    if (anchor === undefined) return [];
    const [low, high] = [shiftOf(results, anchor, 'low'), shiftOf(results, anchor, 'high')];
    const after = afterBaseline(results, anchor);
    return [
      {
        subject,
        baseline: low.baseline,
        worst: { low: low.worst, high: high.worst },
        values: {
          baseline: shown(baselineOf(results, anchor)),
          low: shown(worstFlagged(after, low.worst, 'low', unit)),
          high: shown(worstFlagged(after, high.worst, 'high', unit)),
        },
      },
    ];
  });
  return {
    test,
    unit,
    subjects: subjects.sort((left, right) => compareTexts(left.subject, right.subject)),
    otherUnits: together(otherUnits.map(({ results }) => results)),
    bounds: [...bySubject.values()].reduce((sum, results) => sum + results.filter(({ beyond }) => beyond !== 0).length, 0),
    otherCodes,
    undated,
    unanchored,
    ofUnanchored,
    leftOut,
  };
}

/** By subject, including results that are not on the axis; their values are in different units. */
function resultsOf({ unit, series, apart, otherUnits }: TestSeries): ReadonlyMap<string, readonly ShiftedResult[]> {
  const bySubject = new Map<string, ShiftedResult[]>();
  const take = (of: TestSeries['series'], its: string): void => {
    for (const { subject, points } of of)
      bySubject.set(subject, [...(bySubject.get(subject) ?? []), ...points.map((point) => ({ ...timedResult(point), unit: its }))]);
  };
  take(series, unit);
  take(apart, otherUnits.length === 1 ? (otherUnits[0]?.unit ?? '') : anotherUnit);
  return bySubject;
}

/** The most extreme result with the worst flag; a value in another unit is used only if there is no other. */
function worstFlagged(results: readonly ShiftedResult[], flag: ShiftCategory, direction: Direction, unit: string): ShiftedResult | null {
  const flagged = flag === 'MISSING' ? results : results.filter((result) => result.flag === flag);
  const comparable = flagged.filter((result) => result.unit === unit);
  return worstOf(comparable.length > 0 ? comparable : flagged, direction);
}

function shown(result: ShiftedResult | null): ShownValue | null {
  if (result === null || result.value === null) return null;
  return { value: result.value, unit: result.unit, beyond: result.beyond };
}

/** The subjects of one cell. */
export function subjectsIn(shifts: Shifts, direction: Direction, baseline: ShiftCategory, worst: ShiftCategory): readonly SubjectShift[] {
  return shifts.subjects.filter((one) => one.baseline === baseline && one.worst[direction] === worst);
}

const severity: Readonly<Record<Direction, readonly ShiftCategory[]>> = { low: ['HIGH', 'NORMAL', 'LOW'], high: ['LOW', 'NORMAL', 'HIGH'] };

/** Whether the worst category is further in the direction than the one at baseline; false if either is missing. */
export function isWorse(direction: Direction, baseline: ShiftCategory, worst: ShiftCategory): boolean {
  const [from, to] = [severity[direction].indexOf(baseline), severity[direction].indexOf(worst)];
  return from >= 0 && to > from;
}

/** The number of subjects who shifted further in a direction, out of those with both categories. */
export function shifted(shifts: Shifts, direction: Direction): { readonly worse: number; readonly of: number } {
  const both = shifts.subjects.filter(({ baseline, worst }) => baseline !== 'MISSING' && worst[direction] !== 'MISSING');
  return { worse: both.filter(({ baseline, worst }) => isWorse(direction, baseline, worst[direction])).length, of: both.length };
}

export const categories = shiftCategories;
