import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { exportFile } from '../../../src/core/export/export-file.ts';
import type { ExportPlan } from '../../../src/core/export/export-plan.ts';
import { everything, makeStudy, type StudyFixture } from '../../unit/query/study-fixture.ts';
import { made, planOf, type Asked } from '../../unit/export/plan.ts';
import { readWorkbook } from '../../unit/export/read-workbook.ts';

let fixture: StudyFixture;
beforeEach(() => {
  fixture = makeStudy();
  const lab = (record_id: string, subject: string, visit: string, name: string, day: string, result: string, unit: string) => ({
    ...{ record_id, subject, visit, test: name, collected: `2025-01-${day}T08:00:00`, result, unit },
    result_number: Number.isNaN(Number(result)) ? null : Number(result),
  });
  fixture.add('labs', [
    lab('1', '0012', 'C1D1', 'ALT', '02', '30', 'U/L'),
    lab('2', '0012', 'C1D1', 'ALT', '03', '25.0', 'U/L'),
    lab('3', '0012', 'C1D1', 'Protein', '02', '=NEG', ''),
    lab('4', '0013', 'C2D1', 'ALT', '04', '', 'U/L'),
  ]);
});
afterEach(() => {
  fixture.remove();
});

const pivot = { tests: ['ALT', 'Protein'] };

function asked(more: Partial<Asked> = {}): ExportPlan {
  const plan = planOf({ selection: everything('labs'), ...more });
  return { ...plan, parts: plan.parts.map((part) => ({ ...part, pivot })) };
}

async function write(plan: ExportPlan, name = 'out.csv'): Promise<string> {
  await exportFile(fixture.study, plan, { path: join(fixture.folder, name), replace: true, made });
  return readFileSync(join(fixture.folder, name), 'utf8');
}

describe('a table by visit', () => {
  test('has one line per subject, visit and day, with digits as sent and units in the headings', async () => {
    expect(await write(asked({ columns: ['subject', 'visit', 'collected', 'alt', 'protein'] }))).toBe(
      'Subject,Visit,Collected,ALT (U/L),Protein\r\n0012,C1D1,2025-01-02,30,=NEG\r\n0012,C1D1,2025-01-03,25.0,\r\n0013,C2D1,2025-01-04,,\r\n',
    );
  });

  test('also has unit, flag and all results of each test if no columns are named', async () => {
    const again = {
      record_id: '5',
      subject: '0012',
      visit: 'C1D1',
      test: 'ALT',
      collected: '2025-01-03T09:00:00',
      result: '31',
      unit: 'U/L',
    };
    fixture.add('labs', [{ ...again, result_number: 31 }]);
    const [head, first, second, third] = (await write(asked())).split('\r\n');
    expect(head).toBe(
      'Subject,Visit,Collected,ALT (U/L),"ALT, unit","ALT, flag","ALT, results","ALT, all results",Protein,"Protein, unit","Protein, flag","Protein, results","Protein, all results"',
    );
    expect(first).toBe('0012,C1D1,2025-01-02,30,U/L,,1,,=NEG,"",,1,');
    expect(second).toBe('0012,C1D1,2025-01-03,31,U/L,,2,25.0; 31,,,,0,');
    expect(third).toBe('0013,C2D1,2025-01-04,,U/L,,1,,,,,0,');
  });

  test('follows the order and the selection of the grid', async () => {
    const sort = [{ column: 'subject', descending: true }];
    expect(await write(asked({ columns: ['subject'], sort }))).toBe('Subject\r\n0013\r\n0012\r\n0012\r\n');
    const selection = { ...everything('labs'), subjects: ['0013'] };
    expect(await write(asked({ columns: ['subject'], selection }))).toBe('Subject\r\n0013\r\n');
  });

  test('is headed by test codes, unless two of its tests share one', async () => {
    const result = (record_id: string, name: string, test_code: string) => ({
      ...{ record_id, subject: '0012', visit: 'C9D1', test: name, test_code },
    });
    fixture.add('labs', [result('8', 'GOT', 'AST'), result('9', 'SGOT', 'AST'), result('10', 'Albumin', 'ALB')]);
    const plan = asked({ columns: ['visit', 'got', 'sgot', 'albumin'], vocabulary: 'sdtm' });
    const tests = ['GOT', 'SGOT', 'Albumin'];
    const text = await write({ ...plan, parts: plan.parts.map((part) => ({ ...part, pivot: { tests } })) });
    expect(text.split('\r\n')[0]).toBe('VISIT,GOT,SGOT,ALB');
  });

  test('is guarded for spreadsheets', async () => {
    expect(await write(asked({ columns: ['protein'], format: 'csv-excel' }))).toContain("'=NEG");
  });

  test('states in a workbook what its rows are, and in the evidence which tests it has', async () => {
    const path = join(fixture.folder, 'out.xlsx');
    const outcome = await exportFile(fixture.study, asked({ format: 'xlsx' }), { path, replace: false, made });
    expect(outcome.rows).toBe(3);
    const text = JSON.stringify(readWorkbook(path));
    expect(text).toContain('One row per subject, visit and day, with the results of “ALT”, “Protein”');
    await write(asked());
    const evidence = JSON.parse(readFileSync(join(fixture.folder, 'out.csv.carrel.json'), 'utf8')) as { datasets: { query: object }[] };
    expect(evidence.datasets[0]?.query).toMatchObject({ pivot });
  });

  test('is a workbook that can be read if a test has a character in its name that XML does not allow', async () => {
    fixture.add('labs', [{ record_id: '6', subject: '0012', visit: 'C1D1', test: 'Iron\u0001 <x>', result: '5' }]);
    const plan = asked({ format: 'xlsx', columns: ['subject', 'iron_x'] });
    const path = join(fixture.folder, 'out.xlsx');
    const parts = plan.parts.map((part) => ({ ...part, pivot: { tests: ['Iron\u0001 <x>'] } }));
    expect(await exportFile(fixture.study, { ...plan, parts }, { path, replace: false, made })).toMatchObject({ stripped: 1 });
    expect(readWorkbook(path)[0]?.cells).toEqual({ A1: 'Subject', B1: 'Iron <x>', A2: '0012', B2: 5 });
  });

  test('has variables whose names SAS accepts although a test begins with a digit', async () => {
    fixture.add('labs', [{ record_id: '7', subject: '0012', visit: 'C1D1', test: '17-OH Progesterone', result: '5' }]);
    const plan = asked({ format: 'xpt' });
    const parts = plan.parts.map((part) => ({ ...part, pivot: { tests: ['17-OH Progesterone'] } }));
    const path = join(fixture.folder, 'out.xpt');
    await exportFile(fixture.study, { ...plan, parts }, { path, replace: false, made });
    const evidence = JSON.parse(readFileSync(`${path}.carrel.json`, 'utf8')) as { datasets: { columns: { variable: string }[] }[] };
    const names = evidence.datasets[0]?.columns.map(({ variable }) => variable) ?? [];
    expect(names.slice(3)).toEqual(['_17OHPRO', '_17OHPR2', '_17OHPR3', '_17OHPR4', '_17OHPR5']);
  });

  test.each(['dataset-json', 'dataset-json-nd', 'xpt'] as const)('is written as %s', async (format) => {
    expect((await write(asked({ format }), 'out.file')).length).toBeGreaterThan(100);
  });

  test.each([
    ['ndjson', asked({ format: 'ndjson' })],
    ['a column of the rows', asked({ columns: ['test'] })],
    ['an order by a column of the rows', asked({ sort: [{ column: 'result', descending: false }] })],
    ['a protected table', asked({ protection: { recipient: 'Acme', anchor: { kind: 'first-record' }, salt: new Uint8Array(32) } })],
    ['a table of responses', asked({ selection: everything('responses') })],
  ])('%s is a USAGE error', async (_what, plan) => {
    await expect(write(plan)).rejects.toMatchObject({ code: 'USAGE' });
  });
});
