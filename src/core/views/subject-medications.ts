import type { MedicationRecord } from '../../shared/calls/subject.ts';
import type { Output } from '../../shared/contract.ts';
import { datasets } from '../../shared/datasets/datasets.ts';
import type { Row } from '../../shared/datasets/declaration.ts';
import { textIn } from '../../shared/derive/cells.ts';
import { findColumn, sqlCell } from '../query/columns.ts';
import { compileOrder } from '../query/compile.ts';
import { inSnapshot } from '../query/snapshot.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { quoted, wholeRecords } from '../store/database/layout.ts';
import { currentGeneration } from '../store/database/seal.ts';
import { ofSubjects } from './of-subjects.ts';

const dataset = datasets.medications;
const cells = [dataset.key, 'medication', 'dose', 'dose_unit', 'route', 'started', 'ended'].map((name) => findColumn(dataset, name));

/** The medication records of a subject in the order of their start. */
export function readMedications(study: StudyReader, subject: string): Output<'subject.medications'> {
  return inSnapshot(study, () => {
    const medications = medicationsBySubject(study, [subject]).get(subject) ?? [];
    return { generation: currentGeneration(study), medications: [...medications] };
  });
}

/** The medication records of some subjects by subject, each in the order of their start. Call inside a snapshot. */
export function medicationsBySubject({ db }: StudyReader, subjects: readonly string[]): ReadonlyMap<string, readonly MedicationRecord[]> {
  const where = ofSubjects(dataset, subjects);
  const columns = [findColumn(dataset, 'subject'), ...cells];
  const selected = columns.map((column) => `${sqlCell(column)} AS ${quoted(column.name)}`).join(', ');
  const rows = db
    .prepare<unknown[], Row>(
      `SELECT ${selected} FROM ${wholeRecords('medications')} WHERE ${where.text} ORDER BY ${compileOrder(dataset, [])}`,
    )
    .all(...where.values);
  const bySubject = Map.groupBy(rows, (row) => textIn(row, 'subject') ?? '');
  return new Map([...bySubject].map(([subject, of]) => [subject, of.map(recordOf)]));
}

function recordOf(row: Row): MedicationRecord {
  const { dose } = row;
  return {
    key: textIn(row, dataset.key) ?? '',
    medication: textIn(row, 'medication'),
    dose: typeof dose === 'number' || typeof dose === 'string' ? String(dose) : null,
    doseUnit: textIn(row, 'dose_unit'),
    route: textIn(row, 'route'),
    started: textIn(row, 'started'),
    ended: textIn(row, 'ended'),
  };
}
