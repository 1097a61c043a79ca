import type { Output } from '../../shared/contract.ts';
import { datasets } from '../../shared/datasets/datasets.ts';
import type { Row } from '../../shared/datasets/declaration.ts';
import { numberIn, textIn } from '../../shared/derive/cells.ts';
import { targetLesions } from '../../shared/derive/lesions.ts';
import { localSpan, whyImplausible } from '../../shared/derive/plausible-date.ts';
import { isBaselineName, targetSum } from '../../shared/derive/response.ts';
import { millisecondsOfDay } from '../../shared/day.ts';
import type { ResponseAssessment } from '../../shared/calls/views.ts';
import { findColumn, sqlCell } from '../query/columns.ts';
import { compileOrder } from '../query/compile.ts';
import { inSnapshot } from '../query/snapshot.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { currentGeneration } from '../store/database/seal.ts';
import { wholeRecords } from '../store/database/layout.ts';
import { asOfOf } from '../store/database/status.ts';
import { ofSubjects } from './of-subjects.ts';

const dataset = datasets.responses;
const cells = [
  ...['record_id', 'subject', 'case_id', 'assessment', 'timepoint', 'assessed', 'current_value', 'unit', 'criteria', 'measurement'],
  ...['conclusion', 'response_code', 'change_from_baseline', 'change_from_previous', 'change_from_nadir', 'not_derived_because', 'lesions'],
].map((name) => findColumn(dataset, name));

/** Returns every response assessment of these subjects, by subject and date. */
export function readAssessments(study: StudyReader, subjects: readonly string[] | null): Output<'responses.assessments'> {
  return inSnapshot(study, () => {
    const where = ofSubjects(dataset, subjects);
    const selected = cells.map((column) => `${sqlCell(column)} AS "${column.name}"`).join(', ');
    const rows = study.db
      .prepare<unknown[], Row>(
        `SELECT ${selected} FROM ${wholeRecords('responses')} WHERE ${where.text} ORDER BY ${compileOrder(dataset, [])}`,
      )
      .all(...where.values);
    const asOf = asOfOf(study, 'responses');
    return { generation: currentGeneration(study), assessments: rows.map((row) => assessmentOf(row, asOf)) };
  });
}

function assessmentOf(row: Row, asOf: string | null): ResponseAssessment {
  const [assessment, assessed] = [textIn(row, 'assessment'), textIn(row, 'assessed')];
  const [key, caseId] = [textIn(row, 'record_id') ?? '', textIn(row, 'case_id')];
  return {
    key,
    subject: textIn(row, 'subject') ?? '',
    caseId,
    assessment,
    timepoint: numberIn(row, 'timepoint'),
    assessed,
    ...datedBy(assessed, asOf),
    isBaseline: isBaselineName(assessment) || numberIn(row, 'timepoint') === 0,
    sum: targetSum(row),
    lesions: targetLesions(textsIn(row, 'lesions'), caseId, key),
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

/** Returns what a date means by its local parts: nothing if it is implausible for an assessment, and no point in time if it is partial. */
function datedBy(assessed: string | null, asOf: string | null): Pick<ResponseAssessment, 'at' | 'span' | 'implausible'> {
  const span = assessed === null ? null : localSpan(assessed);
  const implausible = span === null ? null : whyImplausible(span, asOf);
  if (span === null || implausible !== null) return { at: null, span: null, implausible };
  return { at: span.to - span.from > millisecondsOfDay ? null : span.from, span: { from: span.from, to: span.to }, implausible };
}

/** The texts of a list column, which is stored as a JSON array. */
function textsIn(row: Row, column: string): string[] {
  const list: unknown = JSON.parse(textIn(row, column) ?? '[]');
  return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : [];
}
