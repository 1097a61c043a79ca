import { compareTexts } from '../../shared/compare-texts.ts';
import type { Output } from '../../shared/contract.ts';
import { noGrades, withGrade, type GradeCourse } from '../../shared/derive/grade-course.ts';
import { leftOutRecords } from '../../shared/derive/left-out.ts';
import { plausibleBounds, wholeDate } from '../../shared/derive/plausible-date.ts';
import { calendarDay } from '../../shared/derive/study-day.ts';
import type { GradeDirection } from '../../shared/grading/criterion.ts';
import { criteriaOf } from '../../shared/grading/grade-result.ts';
import type { CtcaeVersion } from '../../shared/terms/term-kinds.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { wholeRecords } from '../store/layout.ts';
import { asOfOf } from '../store/status.ts';

type WorstGrades = Omit<Output<'results.grades'>, 'generation'>;
type GradedTest = WorstGrades['tests'][number];

/** One result as it is read: what is graded of it, and when it was. */
type Sent = readonly [
  key: string,
  subject: string | null,
  code: string,
  collected: string | null,
  at: number | null,
  low: number | null,
  high: number | null,
  why: string | null,
];

interface Collected {
  readonly bySubject: Map<string, GradeCourse>;
  /** Keys of results after the anchor without a grade. */
  readonly ungraded: string[];
}

const directions: readonly GradeDirection[] = ['low', 'high'];

/**
 * The worst CTCAE grade of each subject after its anchor and the grade at baseline (the last one on or before its day), by test and direction.
 * Every result of a test that the version grades is counted: in a course, or as left out. Belongs inside a snapshot.
 */
export function worstGrades(
  study: StudyReader,
  version: CtcaeVersion,
  { subjects, anchors }: { readonly subjects: readonly string[] | null; readonly anchors: ReadonlyMap<string, number> },
): WorstGrades {
  const collected = new Map<string, Record<GradeDirection, Collected>>();
  const [undated, nameless, ofUnanchored]: [string[], string[], string[]] = [[], [], []];
  const unanchored = new Set<string>();
  const isWanted = subjects === null ? null : new Set(subjects);
  const { first, last } = plausibleBounds(asOfOf(study, 'labs'));
  for (const [key, subject, code, date, at, low, high, why] of readGraded(study)) {
    if (subject === null || subject === '') {
      if (isWanted === null) nameless.push(key);
      continue;
    }
    if (isWanted?.has(subject) === false) continue;
    const anchor = anchors.get(subject);
    const day = date === null || date.length < wholeDate || at === null || at < first || at > last ? null : calendarDay(date);
    if (anchor === undefined) {
      unanchored.add(subject);
      ofUnanchored.push(key);
    } else if (day === null || at === null) undated.push(key);
    else {
      const its = collected.get(code) ?? { low: nothing(), high: nothing() };
      collected.set(code, its);
      const when = { subject, key, at, isAfter: day > anchor };
      take(its.low, { ...when, grade: low, why });
      take(its.high, { ...when, grade: high, why });
    }
  }
  return {
    version,
    tests: [...collected].flatMap(([code, its]) =>
      directions.flatMap((direction) => testOf(version, { code, direction, of: its[direction] })),
    ),
    undated: leftOutRecords(undated),
    nameless: leftOutRecords(nameless),
    unanchored: [...unanchored].sort(),
    ofUnanchored: leftOutRecords(ofUnanchored),
  };
}

function readGraded({ db }: StudyReader): Iterable<Sent> {
  return db
    .prepare<[], Sent>(
      `SELECT record_id, subject, test_code, substr(collected, 1, ${String(wholeDate)}), collected_at, ctcae_grade_low, ctcae_grade_high, ctcae_not_graded
       FROM ${wholeRecords('labs')}
       WHERE ctcae_grade_low IS NOT NULL OR ctcae_grade_high IS NOT NULL OR ctcae_not_graded IS NOT NULL`,
    )
    .raw()
    .iterate();
}

function nothing(): Collected {
  return { bySubject: new Map(), ungraded: [] };
}

interface Taken {
  readonly subject: string;
  readonly key: string;
  readonly at: number;
  readonly isAfter: boolean;
  readonly grade: number | null;
  readonly why: string | null;
}

function take({ bySubject, ungraded }: Collected, { subject, key, at, isAfter, grade, why }: Taken): void {
  if (grade === null) {
    if (isAfter && why !== null) ungraded.push(key);
    return;
  }
  bySubject.set(subject, withGrade(bySubject.get(subject) ?? noGrades, { key, at, isAfter, grade }));
}

/** None where the version has no criterion in this direction. */
function testOf(
  version: CtcaeVersion,
  { code, direction, of: { bySubject, ungraded } }: { readonly code: string; readonly direction: GradeDirection; readonly of: Collected },
): readonly GradedTest[] {
  const criterion = criteriaOf(version, code).find((one) => one.direction === direction);
  if (criterion === undefined) return [];
  const subjects = [...bySubject].map(([subject, { baseline, worst, record }]) => ({ subject, baseline, worst, record }));
  return [
    {
      ...{ code, direction, term: criterion.term },
      subjects: subjects.sort((one, other) => compareTexts(one.subject, other.subject)),
      ungraded: leftOutRecords(ungraded),
    },
  ];
}
