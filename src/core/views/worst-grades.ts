import { compareTexts } from '../../shared/compare-texts.ts';
import type { Output } from '../../shared/contract.ts';
import { noGrades, withGrade, type GradeCourse } from '../../shared/derive/grade-course.ts';
import { datasets } from '../../shared/datasets/datasets.ts';
import { plausibleBounds } from '../../shared/derive/plausible-date.ts';
import type { GradeDirection } from '../../shared/grading/criterion.ts';
import { criteriaOf } from '../../shared/grading/grade-result.ts';
import type { CtcaeVersion } from '../../shared/terms/term-kinds.ts';
import type { CachedDataset } from '../query/columns-in-memory/cached-dataset.ts';
import type { ColumnsInMemory } from '../query/columns-in-memory/columns-in-memory.ts';
import { keyReader, leftOutRows } from '../query/row-keys.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { asOfOf } from '../store/database/status.ts';
import { storedTerms } from '../store/database/stored-terms.ts';
import { readGradedColumns, readGradedRows, type GradedRow } from './graded-results.ts';

type WorstGrades = Omit<Output<'results.grades'>, 'generation'>;
type GradedTest = WorstGrades['tests'][number];

interface Collected {
  readonly bySubject: Map<string, GradeCourse<number>>;
  /** Row numbers of results after the anchor without a grade. */
  readonly ungraded: number[];
}

const directions: readonly GradeDirection[] = ['low', 'high'];

interface WorstGradesQuestion {
  /** Null for all subjects. */
  readonly subjects: readonly string[] | null;
  /** Days since 1970 by subject. */
  readonly anchors: ReadonlyMap<string, number>;
}

/** Returns the worst grades by the CTCAE version of the connection, or else of the study, over cached columns if available. */
export function readWorstGrades(study: StudyReader, columns: ColumnsInMemory, question: WorstGradesQuestion): WorstGrades {
  const version = study.gradedBy ?? storedTerms(study.db).ctcae;
  return worstGrades(study, version, question, columns.of(study, 'labs')?.cached ?? null);
}

/**
 * Returns the worst CTCAE grade of each subject after its anchor, and the grade at baseline (the last one on or before that day), by test
 * and direction. Every result of a test that the version grades is counted, either in a course or as left out. `cached`: the labs in
 * memory; with null, they are read from their rows. Call inside a snapshot.
 */
export function worstGrades(
  study: StudyReader,
  version: CtcaeVersion,
  { subjects, anchors }: WorstGradesQuestion,
  cached: CachedDataset | null,
): WorstGrades {
  const collected = new Map<string, Record<GradeDirection, Collected>>();
  const [undated, nameless, ofUnanchored]: [number[], number[], number[]] = [[], [], []];
  const unanchored = new Set<string>();
  const isWanted = subjects === null ? null : new Set(subjects);
  const takeRow = ({ rowid, subject, code, when, low, high, why }: GradedRow): void => {
    if (subject === null || subject === '') {
      if (isWanted === null) nameless.push(rowid);
      return;
    }
    if (isWanted?.has(subject) === false) return;
    const anchor = anchors.get(subject);
    if (anchor === undefined) {
      unanchored.add(subject);
      ofUnanchored.push(rowid);
    } else if (when === null) undated.push(rowid);
    else {
      const its = collected.get(code) ?? { low: nothing(), high: nothing() };
      collected.set(code, its);
      const about = { subject, rowid, at: when.at, isAfter: when.day > anchor, why };
      take(its.low, about, low);
      take(its.high, about, high);
    }
  };
  const bounds = plausibleBounds(asOfOf(study, 'labs'));
  if (cached === null || !readGradedColumns(cached, bounds, takeRow)) readGradedRows(study, bounds, takeRow);
  const graded = [...collected].flatMap(([code, its]) =>
    directions.flatMap((direction): readonly GradedDirection[] => {
      const criterion = criteriaOf(version, code).find((one) => one.direction === direction);
      return criterion === undefined ? [] : [{ code, direction, term: criterion.term, of: its[direction] }];
    }),
  );
  return {
    version,
    tests: graded.map((one) => testOf(study, one)),
    // A result without a grade in both directions is one result.
    ungraded: leftOutRows(study, datasets.labs, [...new Set(graded.flatMap(({ of }) => of.ungraded))]),
    undated: leftOutRows(study, datasets.labs, undated),
    nameless: leftOutRows(study, datasets.labs, nameless),
    unanchored: [...unanchored].sort(),
    ofUnanchored: leftOutRows(study, datasets.labs, ofUnanchored),
  };
}

function nothing(): Collected {
  return { bySubject: new Map(), ungraded: [] };
}

interface Taken {
  readonly subject: string;
  readonly rowid: number;
  readonly at: number;
  readonly isAfter: boolean;
  readonly why: string | null;
}

function take({ bySubject, ungraded }: Collected, { subject, rowid, at, isAfter, why }: Taken, grade: number | null): void {
  if (grade === null) {
    if (isAfter && why !== null) ungraded.push(rowid);
    return;
  }
  bySubject.set(subject, withGrade(bySubject.get(subject) ?? noGrades, { key: rowid, at, isAfter, grade }));
}

/** What was collected of a test in a direction in which the version grades it. */
interface GradedDirection {
  readonly code: string;
  readonly direction: GradeDirection;
  readonly term: string;
  readonly of: Collected;
}

function testOf(study: StudyReader, { code, direction, term, of: { bySubject } }: GradedDirection): GradedTest {
  const keyOf = keyReader(study, datasets.labs);
  const subjects = [...bySubject].map(([subject, { baseline, worst, record }]) => ({
    ...{ subject, baseline, worst },
    record: record === null ? null : keyOf(record),
  }));
  return { code, direction, term, subjects: subjects.sort((one, other) => compareTexts(one.subject, other.subject)) };
}
