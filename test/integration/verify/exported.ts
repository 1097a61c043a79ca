import { join } from 'node:path';
import { exportFile, type ExportOutcome } from '../../../src/core/export/export-file.ts';
import type { ExportPlan } from '../../../src/core/export/export-plan.ts';
import type { AuditEntry, AuditEvent, ExportWritten } from '../../../src/core/vault/audit/audit-event.ts';
import { writtenAs } from '../../../src/core/vault/audit/audit-export-asked.ts';
import { trailFiles } from '../../../src/core/vault/audit/trail-files.ts';
import type { TrailFile } from '../../../src/shared/engine-protocol.ts';
import { made } from '../../unit/export/plan.ts';
import { studyNumber, type StudyFixture } from '../../unit/query/study-fixture.ts';

/** An exported file and its entry in the trail. */
export interface Exported {
  readonly path: string;
  readonly event: ExportWritten;
}

/** Exports like the product: the file, its evidence and the trail entry. */
export async function exportTo(fixture: StudyFixture, name: string, plan: ExportPlan, id: string = made.id): Promise<Exported> {
  const path = join(fixture.folder, name);
  const outcome = await exportFile(fixture.study, plan, { path, replace: true, made: { ...made, id } });
  return { path, event: eventOf(plan, outcome, id) };
}

function eventOf({ parts, format }: ExportPlan, outcome: ExportOutcome, id: string): Exported['event'] {
  const [part] = parts;
  const dataset = part !== undefined && parts.length === 1 ? part.selection.dataset : null;
  return writtenAs({ id, study: studyNumber, dataset, format, where: [], narrowed: false, generation: null }, outcome);
}

/** The files known to a trail with these entries. */
export function trailOf(...events: readonly AuditEvent[]): readonly TrailFile[] {
  const entries = events.map((event, at): AuditEntry => ({
    number: at + 1,
    at: '2026-11-22T12:00:01.000Z',
    actor: 'nina',
    event,
    hash: '',
  }));
  return trailFiles({ entries: () => entries, earlier: () => [] });
}

/** Columns of labs that a spreadsheet may misread or, like a minute past six, may write with another last digit. */
export const columns = ['subject', 'test', 'result', 'result_number', 'collected', 'times_upper_limit'];

export function addLabs(fixture: StudyFixture, generation = 1): void {
  fixture.add(
    'labs',
    [
      {
        record_id: 'a',
        subject: '0012',
        test: 'ALT',
        result: '=1+1',
        result_number: 24,
        collected: '2025-05-02T06:01:00',
        times_upper_limit: 28 / 15,
      },
      { record_id: 'b', subject: '10E2', test: ' a\n<b> & _x0041_ 👩🏽 ', result: null, result_number: '0.1', collected: '2026-05' },
      { record_id: 'c', subject: '3-04', test: 'AST', result: '12', result_number: '12345678901234567', collected: '2026-05-04' },
    ],
    generation,
  );
  fixture.change(`UPDATE state SET generation = ${String(generation)}, records = 3, state = 'updated' WHERE dataset = 'labs'`);
}
