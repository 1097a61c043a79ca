import type { TestResult } from '../../../shared/calls/views.ts';
import { noGrades, withGrade, type GradeCourse } from '../../../shared/derive/grade-course.ts';
import { isPlausibleAt } from '../../../shared/derive/plausible-date.ts';
import { calendarDay } from '../../../shared/derive/study-day.ts';
import { gradeNumber } from '../../record/figures/grade-words.ts';
import { whenWords, type Clock } from './days.ts';
import { formatCountOf } from '../../../shared/format-count.ts';

/** The highest grade of a test in one direction after the anchor day. */
export interface WorstGrade {
  /** Negative for low results. */
  readonly grade: number;
  /** The first result with this grade. */
  readonly result: TestResult;
}

/** The stored grades of one subject, summarized. */
export interface SubjectGrades {
  /** By test: one entry per direction with grade 1 or more, else one of grade 0; empty without a grade after the anchor day. */
  readonly byTest: ReadonlyMap<string, readonly WorstGrade[]>;
  /** Entries of grade 1 or more, one per code and direction, highest first. */
  readonly worst: readonly WorstGrade[];
  /** Results after the anchor day that could not be graded; `ungradedOf` counts them by test. */
  readonly ungraded: readonly TestResult[];
  readonly ungradedOf: ReadonlyMap<string, number>;
  /** Results that were graded or could not be graded, but have no complete plausible date. */
  readonly undated: readonly TestResult[];
  /** Whether any result has a grade or a reason for having none. */
  readonly isAny: boolean;
}

/** Everything but `isAny` is empty if `anchor`, the anchor day, is null. `asOf`: time of the pass that brought the labs. */
export function subjectGrades(labs: readonly TestResult[], anchor: number | null, asOf: string | null): SubjectGrades {
  const graded = labs.filter(({ gradeLow, gradeHigh, notGraded }) => gradeLow !== null || gradeHigh !== null || notGraded !== null);
  const known = new Map(graded.map((result) => [result.key, result]));
  const courses = new Map<string, { low: GradeCourse; high: GradeCourse }>();
  const [ungraded, undated]: [TestResult[], TestResult[]] = [[], []];
  for (const result of anchor === null ? [] : graded) {
    const { key, test, at, collected, gradeLow, gradeHigh, notGraded } = result;
    const day = at === null || collected === null || !isPlausibleAt(at, asOf) ? null : calendarDay(collected);
    if (day === null || at === null) {
      undated.push(result);
      continue;
    }
    const isAfter = day > (anchor ?? Infinity);
    if (isAfter && notGraded !== null) ungraded.push(result);
    const { low, high } = courses.get(test) ?? { low: noGrades, high: noGrades };
    const taken = (course: GradeCourse, grade: number | null): GradeCourse =>
      grade === null ? course : withGrade(course, { key, at, isAfter, grade });
    courses.set(test, { low: taken(low, gradeLow), high: taken(high, gradeHigh) });
  }
  const byTest = new Map([...courses].map(([test, { low, high }]) => [test, shownOf([worstIn(low, -1, known), worstIn(high, 1, known)])]));
  return {
    byTest,
    worst: worstByCode([...byTest.values()].flat()),
    ungraded,
    ungradedOf: new Map([...Map.groupBy(ungraded, ({ test }) => test)].map(([test, of]) => [test, of.length])),
    undated,
    isAny: graded.length > 0,
  };
}

function worstIn({ worst, record }: GradeCourse, sign: -1 | 1, known: ReadonlyMap<string, TestResult>): readonly WorstGrade[] {
  const result = known.get(record ?? '');
  return worst === null || result === undefined ? [] : [{ grade: worst === 0 ? 0 : sign * worst, result }];
}

function shownOf(directions: readonly (readonly WorstGrade[])[]): readonly WorstGrade[] {
  const all = directions.flat();
  const severe = all.filter(({ grade }) => grade !== 0);
  return severe.length > 0 ? severe : all.slice(0, 1);
}

/** Only the highest grade per direction of tests that share a code. */
function worstByCode(all: readonly WorstGrade[]): readonly WorstGrade[] {
  const sorted = all.filter(({ grade }) => grade !== 0).toSorted((one, other) => Math.abs(other.grade) - Math.abs(one.grade));
  const seen = new Map<string, WorstGrade>();
  for (const one of sorted) {
    const name = `${String(one.grade < 0)} ${codeOf(one)}`;
    if (!seen.has(name)) seen.set(name, one);
  }
  return [...seen.values()];
}

function codeOf({ result: { code, test } }: WorstGrade): string {
  return code ?? test;
}

/** For example "ALT 3" or "HGB 2 (low)". */
export function worstWords(one: WorstGrade): string {
  return `${codeOf(one)} ${one.grade > 0 ? String(one.grade) : gradeNumber(one.grade)}`;
}

/** For example "Worst CTCAE grade after C1D1: 3 (high), 310 U/L on day 22". */
export function worstTitle({ grade, result }: WorstGrade, anchor: string, clock: Clock): string {
  const value = [result.result ?? String(result.value), result.unit].filter((part) => part !== null).join(' ');
  const when = result.at === null ? '' : ` on ${whenWords(clock, result.at)}`;
  return `Worst CTCAE grade after ${anchor}: ${gradeNumber(grade)}, ${value}${when}`;
}

/** Describes the grades of a test after the anchor for screen readers. */
export function gradeSentence({ byTest, ungradedOf }: SubjectGrades, test: string, anchor: string, clock: Clock): readonly string[] {
  const worst = byTest.get(test) ?? [];
  const ungraded = ungradedOf.get(test) ?? 0;
  const said = worst.map(({ grade, result }) =>
    grade === 0 ? '0' : `${gradeNumber(grade)}${result.at === null ? '' : ` on ${whenWords(clock, result.at)}`}`,
  );
  return [
    ...(said.length === 0 ? [] : [`worst CTCAE grade after ${anchor} ${said.join(' and ')}`]),
    ...(ungraded === 0 ? [] : [`${formatCountOf(ungraded, 'result')} not graded`]),
  ];
}
