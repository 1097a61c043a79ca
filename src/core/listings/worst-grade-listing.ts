import type { Output } from '../../shared/contract.ts';
import { criteriaSources } from '../../shared/grading/criteria.ts';
import { anchorWords } from '../../shared/protection.ts';
import { datasets } from '../../shared/datasets/datasets.ts';
import { findColumn, sqlName } from '../query/columns.ts';
import { inSnapshot } from '../query/snapshot.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { sqlRecords } from '../query/tables.ts';
import { worked, workedNumber, type ListingCell, type MakeListing } from './listing.ts';
import { usualAnchor } from './usual-anchor.ts';
import { formatCountOf } from '../../shared/format-count.ts';

type Grades = Output<'results.grades'>;

/** The worst grade of each subject after baseline, by test and direction, with the result that has it. */
export const worstGradeListing: MakeListing = async (source, { subjects, anchor: asked }) => {
  const anchor = asked ?? (await usualAnchor(source));
  const grades = await source.figures.grades({ subjects, anchor });
  const graded = grades.tests.flatMap(({ code, term, direction, subjects: its }) => its.map((one) => ({ code, term, direction, ...one })));
  const results = readResults(
    source.study,
    graded.flatMap(({ record }) => (record === null ? [] : [record])),
  );
  return {
    columns,
    rows: graded.map(({ code, term, direction, subject, baseline, worst, record }) => [
      ...[subject, code, term, direction, baseline, worst],
      baseline === null || worst === null ? null : `${String(baseline)} to ${String(worst)}`,
      ...(record === null ? noResult : (results.get(record) ?? noResult)),
      record,
    ]),
    says: sentence(grades, anchor === null ? null : anchorWords(anchor)),
    anchor: anchor === null ? null : anchorWords(anchor),
  };
};

const ofResult = ['test', 'visit', 'collected', 'result', 'unit', 'reference_range'].map((name) => findColumn(datasets.labs, name));
const noResult: readonly ListingCell[] = ofResult.map(() => null);

/** The results with the worst grades, by key. */
function readResults(study: StudyReader, keys: readonly string[]): ReadonlyMap<string, readonly ListingCell[]> {
  const key = findColumn(datasets.labs, datasets.labs.key);
  const cells = [key, ...ofResult];
  return inSnapshot(study, () => {
    const rows = study.db
      .prepare<[string], readonly ListingCell[]>(
        `SELECT ${cells.map(sqlName).join(', ')} FROM ${sqlRecords(datasets.labs, cells)} WHERE ${sqlName(key)} IN (SELECT value FROM json_each(?))`,
      )
      .raw()
      .all(JSON.stringify(keys));
    return new Map(rows.map(([of, ...its]) => [String(of), its]));
  });
}

function sentence({ version, tests, ungraded, undated, nameless, unanchored, ofUnanchored }: Grades, anchor: string | null): string {
  const people = new Set(tests.flatMap(({ subjects }) => subjects.map(({ subject }) => subject))).size;
  const severe = new Set(tests.flatMap(({ subjects }) => subjects.flatMap(({ subject, worst }) => ((worst ?? 0) >= 3 ? [subject] : []))))
    .size;
  return (
    `CTCAE ${version} grades of ${formatCountOf(people, 'subject')}, ${formatCountOf(severe, 'subject')} with grade 3 or 4 after ${anchor ?? 'no day, because there is no anchor'}. ` +
    `Not included: ${formatCountOf(ungraded.count, 'result')} after that day that could not be graded, ${formatCountOf(undated.count, 'result')} without a complete, valid date, ` +
    `${formatCountOf(nameless.count, 'result')} without a subject and ${formatCountOf(ofUnanchored.count, 'result')} of ${formatCountOf(unanchored.length, 'subject')} without that day. ` +
    `Grades that depend on a baseline use that of the study’s default day. Criteria: ${criteriaSources[version]}.`
  );
}

const columns = [
  worked('subject', 'Subject', 'The subject.', { sdtm: 'SUBJID' }),
  worked('test_code', 'Test code', 'Short code of the test.', { sdtm: 'LBTESTCD', width: 90 }),
  worked('ctcae_term', 'CTCAE term', 'The term of the criterion.', { width: 220 }),
  worked('direction', 'Direction', 'Whether low or high results are graded.', { width: 90 }),
  workedNumber(
    'baseline_grade',
    'Grade at baseline',
    'Grade of the last graded result on or before the day of the anchor; empty if there is none.',
  ),
  workedNumber('worst_grade', 'Worst grade after', 'The highest grade after that day; empty if there is none.'),
  worked('grade_shift', 'Shift', 'From the grade at baseline to the worst one.', { width: 90 }),
  ...ofResult,
  worked('record_id', 'Record id', 'From the first result with the worst grade.', { width: 300 }),
];
