import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { exportFile } from '../../../src/core/export/export-file.ts';
import type { ExportPlan } from '../../../src/core/export/export-plan.ts';
import type { AnnotationOf } from '../../../src/shared/annotations.ts';
import { everything, makeStudy, type StudyFixture } from '../../unit/query/study-fixture.ts';
import { made, planOf } from '../../unit/export/plan.ts';
import { readWorkbook } from '../../unit/export/read-workbook.ts';

const ids = [
  '11111111-1111-4111-8111-111111111111',
  '22222222-2222-4222-8222-222222222222',
  '33333333-3333-4333-8333-333333333333',
] as const;

let fixture: StudyFixture;
beforeEach(() => {
  fixture = makeStudy();
  fixture.add('labs', [
    { record_id: 'a', subject: '0012', visit: 'C1D1', test: 'ALT', result: '62', unit: 'U/L', collected: '2025-01-02T08:00:00' },
  ]);
  const note = (id: string, at: string, value: AnnotationOf<'note'>): void => {
    const text = JSON.stringify(value).replaceAll("'", "''");
    fixture.change(`INSERT INTO annotation (kind, name, value, at) VALUES ('note', '${id}', '${text}', '${at}')`);
  };
  const lab = (key: string) => ({ of: 'record' as const, dataset: 'labs' as const, key, subject: '0012' });
  note(ids[0], '2026-11-01T08:00:00.000Z', { place: lab('a'), text: '=Hemolysed?', followUp: 'open' });
  note(ids[1], '2026-11-02T08:00:00.000Z', { place: { of: 'subject', subject: '0013' }, text: 'Moved,\naway', followUp: 'none' });
  note(ids[2], '2026-11-03T08:00:00.000Z', { place: lab('gone'), text: 'Was there', followUp: 'done' });
});
afterEach(() => {
  fixture.remove();
});

function asked(noted: readonly string[], format: ExportPlan['format'] = 'csv'): ExportPlan {
  return { ...planOf({ selection: everything('labs'), format }), parts: [], noted: { ids: [...noted], subjects: null } };
}

async function write(plan: ExportPlan): Promise<string> {
  const path = join(fixture.folder, 'notes.csv');
  await exportFile(fixture.study, plan, { path, replace: true, made });
  return readFileSync(path, 'utf8');
}

describe('an export of notes', () => {
  test('has one line per note, newest first, with a summary of its record', async () => {
    expect(await write(asked(ids))).toBe(
      'Subject,On,Record,Record id,Note,Follow-up,Last edited\r\n' +
        '0012,lab result,,gone,Was there,done,2026-11-03T08:00:00.000Z\r\n' +
        '0013,subject,,,"Moved,\naway",,2026-11-02T08:00:00.000Z\r\n' +
        '0012,lab result,ALT 62 U/L C1D1 2025-01-02T08:00:00,a,=Hemolysed?,open,2026-11-01T08:00:00.000Z\r\n',
    );
  });

  test('states how many subjects it covers under a subject filter', async () => {
    const path = join(fixture.folder, 'filtered.csv');
    const plan = { ...asked([ids[1]]), noted: { ids: [ids[1]], subjects: ['0012'] } };
    const { subjects } = await exportFile(fixture.study, plan, { path, replace: true, made });
    expect(subjects).toEqual({ of: 1, all: 1 });
  });

  test('holds the named notes that exist', async () => {
    const lines = (await write(asked([ids[1], '44444444-4444-4444-8444-444444444444']))).split('\r\n');
    expect(lines).toHaveLength(3);
  });

  test('is guarded for spreadsheets, and a workbook says that the service did not send it', async () => {
    expect(await write(asked(ids, 'csv-excel'))).toContain("'=Hemolysed?");
    const path = join(fixture.folder, 'notes.xlsx');
    const outcome = await exportFile(fixture.study, asked(ids, 'xlsx'), { path, replace: false, made });
    expect([outcome.rows, outcome.columns, outcome.generation]).toEqual([3, 7, null]);
    expect(JSON.stringify(readWorkbook(path))).toContain('3, written on this computer, not sent by the service');
  });

  test.each([
    ['as ndjson', asked(ids, 'ndjson')],
    ['as xpt', asked(ids, 'xpt')],
    ['under protection', { ...asked(ids), protection: { recipient: 'Acme', anchor: { kind: 'first-record' }, salt: new Uint8Array(32) } }],
    ['together with records', { ...asked(ids), parts: planOf({ selection: everything('labs') }).parts }],
    ['without notes', { ...asked(ids), noted: undefined }],
  ] as [string, ExportPlan][])('%s is a USAGE error', async (_what, plan) => {
    await expect(write(plan)).rejects.toMatchObject({ code: 'USAGE' });
  });
});
