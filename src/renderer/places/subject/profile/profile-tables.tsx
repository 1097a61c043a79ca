import type { ReactNode } from 'react';
import type { DatasetName } from '../../../../shared/datasets/datasets.ts';
import type { ResponseAssessment } from '../../../../shared/calls/views.ts';
import { lesionWords } from '../../../../shared/derive/lesions.ts';
import { courseName } from '../../../../shared/derive/subject-courses.ts';
import { coursesOf, type Course, type SumChange } from '../../../../shared/derive/response-course.ts';
import { anchorName } from '../anchors.ts';
import { dateWords, dayNumber, whenWords, type Clock } from '../days.ts';
import type { AnchorChoice } from '../../../data/model/subject-view.ts';
import { gradeNumber } from '../../../record/figures/grade-words.ts';
import { percentWords } from '../../../record/figures/response-words.ts';
import type { SubjectGrades } from '../subject-grades.ts';
import type { SubjectData } from '../use-subject-data.ts';
import { summariesOf, type SummarisedResult } from './test-summaries.ts';
import { formatCount } from '../../../../shared/format-count.ts';

interface Column {
  readonly title: string;
  readonly isNumber?: boolean;
}

interface TableProps {
  readonly title: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly ReactNode[])[];
  /** Shown if there are no rows. */
  readonly none: string;
}

/** One table of the profile. Its head is repeated on each page. */
function ProfileTable({ title, columns, rows, none }: TableProps): ReactNode {
  return (
    <section className="profile-part">
      <h2>{title}</h2>
      {rows.length === 0 ? (
        <p className="t2">{none}</p>
      ) : (
        <table>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column.title} scope="col" className={column.isNumber === true ? 'right' : undefined}>
                  {column.title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, place) => (
              <tr key={place}>
                {cells.map((cell, at) => (
                  <td key={columns[at]?.title} className={columns[at]?.isNumber === true ? 'right num' : undefined}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** A dataset that was never mirrored may still have records. */
function noneWords({ mirrored }: Pick<SubjectData, 'mirrored'>, dataset: DatasetName, none: string): string {
  return mirrored.includes(dataset) ? none : 'Not mirrored yet.';
}

interface DataProps {
  readonly data: SubjectData;
  readonly clock: Clock;
}

/** Each assessment with its sum, changes and signed conclusion. One table per course, because their baselines differ. */
export function AssessmentsTable({ data, clock }: DataProps): ReactNode {
  const courses = coursesOf(data.assessments);
  const tables = courses.map((course) => {
    const name = courseName(course, courses);
    return { title: name === null ? assessmentsTitle : `${assessmentsTitle}, ${name}`, rows: courseRows(course, clock) };
  });
  const shown = tables.length === 0 ? [{ title: assessmentsTitle, rows: [] }] : tables;
  return shown.map(({ title, rows }) => (
    <ProfileTable
      key={title}
      title={title}
      columns={assessmentColumns}
      rows={rows}
      none={noneWords(data, 'responses', 'No response assessments.')}
    />
  ));
}

const assessmentsTitle = 'Response assessments';
const assessmentColumns: readonly Column[] = [
  { title: 'Assessment' },
  { title: 'Date' },
  { title: 'Day', isNumber: true },
  { title: 'Target sum, mm', isNumber: true },
  { title: 'From baseline', isNumber: true },
  { title: 'From nadir', isNumber: true },
  { title: 'Signed conclusion' },
];

function courseRows({ assessments }: Course<ResponseAssessment>, clock: Clock): readonly (readonly ReactNode[])[] {
  return assessments.map(({ assessment, otherLesions, fromBaseline, fromNadir }) => [
    assessment.assessment ?? '–',
    ...whenCells(clock, assessment.at, assessment.assessed),
    assessment.sum === null ? '–' : String(assessment.sum),
    otherLesions === null ? changeCell(fromBaseline) : lesionWords(otherLesions),
    changeCell(fromNadir),
    assessment.conclusion ?? '–',
  ]);
}

function changeCell(change: SumChange | null): string {
  return change === null || change.percent === null ? '–' : percentWords(change.percent);
}

/** Date and day; a date that cannot be used is shown as sent. */
function whenCells(clock: Clock, at: number | null, sent: string | null): readonly [string, string] {
  if (at === null) return [sent ?? '–', '–'];
  return [dateWords(at), clock.anchor === null ? '–' : dayNumber(clock, at)];
}

interface TestsProps extends DataProps {
  readonly dataset: 'labs' | 'vitals';
  /** The anchor that days are counted from. */
  readonly anchor: AnchorChoice;
  /** Grades of labs; null for tests that are not graded. */
  readonly grades: SubjectGrades | null;
}

/** Baseline, lowest, highest and last result of each test. */
export function TestsTable({ data, clock, dataset, anchor, grades }: TestsProps): ReactNode {
  const rows = summariesOf(data[dataset].results, clock.anchor, data.asOf[dataset]).map(
    ({ test, unit, results, baseline, lowest, highest, last }) => [
      test,
      unit ?? '–',
      formatCount(results),
      resultCell(clock, baseline, baseline !== null && baseline.result.unit !== unit),
      resultCell(clock, lowest),
      resultCell(clock, highest),
      resultCell(clock, last),
      ...(grades === null ? [] : [gradeCell(clock, grades, test, unit)]),
    ],
  );
  return (
    <ProfileTable
      title={dataset === 'labs' ? 'Labs' : 'Vital signs'}
      columns={[
        { title: 'Test' },
        { title: 'Unit' },
        { title: 'Results', isNumber: true },
        { title: baselineTitle(clock, anchor), isNumber: true },
        { title: 'Lowest', isNumber: true },
        { title: 'Highest', isNumber: true },
        { title: 'Last', isNumber: true },
        ...(grades === null ? [] : [{ title: 'Worst grade after', isNumber: true }]),
      ]}
      rows={rows}
      none={noneWords(data, dataset, dataset === 'labs' ? 'No labs.' : 'No vital signs.')}
    />
  );
}

/** For example "Baseline (last on or before C1D1)". */
function baselineTitle(clock: Clock, anchor: AnchorChoice): string {
  const name = anchor.kind === 'baseline' ? 'baseline assessment' : anchorName(anchor);
  return clock.anchor === null ? `Baseline (no usable date of ${name})` : `Baseline (last on or before ${name})`;
}

/** For example "61 H, day 22", or "61 mg/dL H, day 22" `withUnit`, if the unit differs from that of the row. */
function resultCell(clock: Clock, summarised: SummarisedResult | null, withUnit = false): ReactNode {
  if (summarised === null) return '–';
  const { result, at } = summarised;
  const letter = result.flag === 'HIGH' ? ' H' : result.flag === 'LOW' ? ' L' : '';
  return (
    <>
      <b>
        {result.result ?? result.value}
        {withUnit && ` ${result.unit ?? 'without a unit'}`}
        {letter}
      </b>
      {at !== null && <span className="profile-when">{clock.anchor === null ? dateWords(at) : `day ${dayNumber(clock, at)}`}</span>}
    </>
  );
}

/** For example "3 (high), day 22", in the row with the unit of its result. */
function gradeCell(clock: Clock, { byTest }: SubjectGrades, test: string, unit: string | null): ReactNode {
  const worst = (byTest.get(test) ?? []).filter(({ result }) => result.unit === unit);
  if (worst.length === 0) return '–';
  return worst.map(({ grade, result }) => (
    <div key={grade}>
      <b>{gradeNumber(grade)}</b>
      {grade !== 0 && result.at !== null && <span className="profile-when">{whenWords(clock, result.at)}</span>}
    </div>
  ));
}

/** A date as sent, to the minute, for example "2025-03-22 17:01"; a partial date is unchanged. */
function dateCell(sent: string | null): string | null {
  return sent === null ? null : sent.slice(0, 16).replace('T', ' ');
}

export function MedicationsTable({ data }: Pick<DataProps, 'data'>): ReactNode {
  const rows = data.medications.map(({ medication, dose, doseUnit, route, started, ended }) => [
    medication ?? '–',
    dose === null ? '–' : `${dose} ${doseUnit ?? ''}`.trim(),
    route ?? '–',
    dateCell(started) ?? 'start not recorded',
    dateCell(ended) ?? 'end not recorded',
  ]);
  return (
    <ProfileTable
      title="Medications"
      columns={[{ title: 'Medication' }, { title: 'Dose' }, { title: 'Route' }, { title: 'Start' }, { title: 'End' }]}
      rows={rows}
      none={noneWords(data, 'medications', 'No medications.')}
    />
  );
}
