import type { ResponseAssessment } from '../../../src/shared/calls/views.ts';
import { coursesBySubject } from '../../../src/shared/derive/subject-courses.ts';
import type { AssessmentInCourse, SumChange } from '../../../src/shared/derive/response-course.ts';
import { syncStudy } from '../../contract/synced-study.ts';
import { share, type Measure } from './measure.ts';
import { cell, readRows, type Row } from './rows.ts';
import { ONCOLOGY } from './studies.ts';

/** Theirs are written with 15 digits. */
const NOISE = 1e-6;

/**
 * Nadir, changes and percent changes of the investigator's sums against ADTR, by subject and day. Sums that ADTR excludes from its
 * analysis (ANL01FL empty: fewer lesions) are not compared here either, and must have no change.
 */
export const responses: Measure = {
  name: 'responses',
  async take({ folder, service }) {
    const study = await syncStudy(service, ONCOLOGY);
    try {
      const { assessments } = await study.reader['responses.assessments']({ study: ONCOLOGY, subjects: null });
      const courses = coursesBySubject(assessments).flatMap(({ course }) => course);
      const theirs = readRows(folder, 'adtr_onco').filter((row) => cell(row, 'PARAMCD') === 'SDIAM');
      const wrong = theirs.flatMap((row) => differences(row, courses).slice(0, 1));
      const left = theirs.filter((row) => !isAnalysed(row)).length;
      return {
        figures: {
          'sums in ADTR, of which it leaves out': `${theirs.length}, ${left}`,
          'equal in sum, nadir and changes': share(theirs.length - wrong.length, theirs.length),
        },
        failures: wrong.map((what) => `ADTR: ${what}`),
      };
    } finally {
      study.remove();
    }
  },
};

type Compared = AssessmentInCourse<ResponseAssessment>;

function isAnalysed(row: Row): boolean {
  return cell(row, 'ANL01FL') === 'Y';
}

/** How our assessment of that subject and day differs. */
function differences(row: Row, courses: readonly Compared[]): readonly string[] {
  const [subject, day] = [cell(row, 'USUBJID') ?? '', cell(row, 'ADT') ?? ''];
  const one = courses.find(({ assessment }) => assessment.subject === subject && assessment.assessed === day);
  const number = (column: string): number => Number(cell(row, column));
  if (one === undefined) return [`${subject} ${day}: no assessment`];
  const wrong = (what: string, isWrong: boolean): readonly string[] => (isWrong ? [`${subject} ${day}: ${what}`] : []);
  if (!isAnalysed(row)) return wrong('a change of a sum of fewer lesions', one.fromBaseline !== null || one.fromNadir !== null);
  const sum = wrong(`the sum ${one.assessment.sum ?? 'none'}`, Math.abs((one.assessment.sum ?? Number.NaN) - number('AVAL')) > NOISE);
  if (cell(row, 'ABLFL') === 'Y') return sum;
  return [
    ...sum,
    ...wrong(`the nadir ${one.references.nadir?.sum ?? 'none'}`, one.references.nadir?.sum !== number('NADIR')),
    ...wrong('the change from baseline', !isSame(one.fromBaseline, number('CHG'), number('PCHG'))),
    ...wrong('the change from nadir', !isSame(one.fromNadir, number('CHGNAD'), number('PCHGNAD'))),
  ];
}

function isSame(ours: SumChange | null, change: number, percent: number): boolean {
  return ours !== null && Math.abs(ours.mm - change) < NOISE && Math.abs((ours.percent ?? Number.NaN) - percent) < NOISE;
}
