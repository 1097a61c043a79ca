import type { Output } from '../../shared/contract.ts';
import type { Row } from '../../shared/datasets/declaration.ts';
import { datasets } from '../../shared/datasets/datasets.ts';
import { numberIn, textIn } from '../../shared/derive/cells.ts';
import { targetSum } from '../../shared/derive/response.ts';
import type { ResponseAssessment } from '../../shared/calls/views.ts';
import { findColumn, sqlCell, sqlTime } from '../query/columns.ts';
import { compileOrder } from '../query/compile.ts';
import { inSnapshot } from '../query/snapshot.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { currentGeneration } from '../store/seal.ts';
import { wholeRecords } from '../store/layout.ts';
import { ofSubjects } from './of-subjects.ts';

const dataset = datasets.responses;
const cells = [
  ...['record_id', 'subject', 'case_id', 'assessment', 'timepoint', 'assessed', 'current_value', 'unit', 'criteria', 'measurement'],
  ...['conclusion', 'response_code', 'change_from_baseline', 'change_from_previous', 'change_from_nadir', 'not_derived_because'],
].map((name) => findColumn(dataset, name));

/** Every response assessment of these subjects, by subject and date. */
export function readAssessments(study: StudyReader, subjects: readonly string[] | null): Output<'responses.assessments'> {
  return inSnapshot(study, () => {
    const where = ofSubjects(dataset, subjects);
    const selected = cells.map((column) => `${sqlCell(column)} AS "${column.name}"`).join(', ');
    const rows = study.db
      .prepare<unknown[], Row & { readonly at: number | null }>(
        `SELECT ${selected}, ${sqlTime(findColumn(dataset, 'assessed'))} AS at FROM ${wholeRecords('responses')} WHERE ${where.text} ORDER BY ${compileOrder(dataset, [])}`,
      )
      .all(...where.values);
    return { generation: currentGeneration(study), assessments: rows.map(assessmentOf) };
  });
}

function assessmentOf(row: Row & { readonly at: number | null }): ResponseAssessment {
  const assessment = textIn(row, 'assessment');
  return {
    key: textIn(row, 'record_id') ?? '',
    subject: textIn(row, 'subject') ?? '',
    caseId: textIn(row, 'case_id'),
    assessment,
    timepoint: numberIn(row, 'timepoint'),
    assessed: textIn(row, 'assessed'),
    at: row.at,
    isBaseline: assessment === 'Baseline' || numberIn(row, 'timepoint') === 0,
    sum: targetSum(row),
    conclusion: textIn(row, 'conclusion'),
    code: textIn(row, 'response_code'),
    sent: {
      baseline: numberIn(row, 'change_from_baseline'),
      previous: numberIn(row, 'change_from_previous'),
      nadir: numberIn(row, 'change_from_nadir'),
    },
    notDerivedBecause: textIn(row, 'not_derived_because'),
  };
}
