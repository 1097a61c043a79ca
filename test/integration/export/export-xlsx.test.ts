import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { exportFile, type ExportControl } from '../../../src/core/export/export-file.ts';
import { everything, makeStudy, type StudyFixture } from '../../unit/query/study-fixture.ts';
import { made, planOf, type Asked } from '../../unit/export/plan.ts';
import { readWorkbook } from '../../unit/export/read-workbook.ts';

let fixture: StudyFixture;
beforeEach(() => {
  fixture = makeStudy();
});
afterEach(() => {
  fixture.remove();
});

const plan: Asked = {
  selection: everything('labs'),
  columns: ['subject', 'result', 'result_number', 'collected'],
  format: 'xlsx',
};

/** A part of a workbook as text, read by Python. */
function partOf(path: string, name: string): string {
  const script = 'import sys, zipfile; sys.stdout.buffer.write(zipfile.ZipFile(sys.argv[1]).read(sys.argv[2]))';
  return execFileSync('python3', ['-c', script, path, name], { encoding: 'utf8' });
}

async function run(more: Partial<Asked> = {}, control: ExportControl = {}) {
  const path = join(fixture.folder, 'out.xlsx');
  const outcome = await exportFile(fixture.study, planOf({ ...plan, ...more }), { path, replace: true, made }, control);
  return { outcome, path, sheets: readWorkbook(path) };
}

describe('a workbook', () => {
  beforeEach(() => {
    fixture.add('labs', [
      { record_id: 'b', subject: '0012', result: '=1+1', result_number: '5.10', collected: '2026-05-04T06:00:00' },
      { record_id: 'a', subject: '10E2', result: 'a\r\n<b> & _x0041_ 👩🏽', result_number: '12345678901234567', collected: '2026-05' },
      { record_id: 'c', subject: '3-04', result: 'x'.repeat(40_000), result_number: null, collected: null },
    ]);
  });

  test('has texts as texts, numbers as numbers, dates as dates and partial dates as texts', async () => {
    const { outcome, path, sheets } = await run();
    expect(sheets.map(({ name }) => name)).toEqual(['LB', 'Codebook', 'About this export']);
    const cells = sheets[0]?.cells ?? {};
    expect([cells['A1'], cells['B1'], cells['C1'], cells['D1']]).toEqual(['Subject', 'Result', 'Result number', 'Collected']);
    const rows = [2, 3, 4].map((row) => ['A', 'B', 'C', 'D'].map((column) => cells[`${column}${String(row)}`] ?? null));
    expect(rows.map(([subject]) => subject)).toEqual(['0012', '10E2', '3-04']);
    expect(rows[0]).toEqual(['0012', '=1+1', 5.1, 46_146.25]);
    expect(rows[1]).toEqual(['10E2', 'a\r\n<b> & _x0041_ 👩🏽', '12345678901234567', '2026-05']);
    expect(rows[2]?.slice(2)).toEqual([null, null]);
    expect(rows[2]?.[1]).toMatch(/^x{32749} … \[cut by Carrel\]$/);
    expect(outcome).toMatchObject({ rows: 3, columns: 4, guarded: 0 });
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test('states its columns, the selection and what could not be kept as it was', async () => {
    const where = [{ column: 'subject', op: 'in' as const, values: ['0012', '3-04'] }];
    const { sheets } = await run({ selection: { ...everything('labs'), where } });
    expect(Object.values(sheets[1]?.cells ?? {})).toEqual(expect.arrayContaining(['Subject', 'subject', 'text', 'Collected', 'datetime']));
    const about = sheets[2]?.cells ?? {};
    const lines = Array.from({ length: (sheets[2]?.rows ?? 1) - 1 }, (_, row) => [
      about[`A${String(row + 2)}`],
      about[`B${String(row + 2)}`],
    ]);
    expect(lines).toEqual(
      expect.arrayContaining([
        ['Export id', made.id],
        ['Demo data', 'All data is synthetic.'],
        ['Study', '22-001'],
        ['Rows', 2],
        ['Filter', 'Subject is 0012 or 3-04'],
        ['Texts that were cut', 1],
        ['Numbers kept as text', 0],
        ['Digest of the rows', expect.stringMatching(/^SHA-256 [0-9a-f]{64}$/) as string],
      ]),
    );
  });

  test('states a filter whose text is very long and holds invalid characters', async () => {
    const values = [`\u0001\ud800${'long '.repeat(10_000)}`, '0012'];
    const { sheets } = await run({ selection: { ...everything('labs'), where: [{ column: 'subject', op: 'in', values }] } });
    const reported = Object.values(sheets[2]?.cells ?? {}).filter((cell) => typeof cell === 'string');
    expect(reported.some((text) => text.startsWith('{"where"') && text.length === 32_767)).toBe(true);
    expect(reported.some((text) => text.startsWith('Subject is long'))).toBe(true);
  });

  test('has its rows as a named table with the headings of the sheet', async () => {
    const { path } = await run();
    const table = partOf(path, 'xl/tables/table1.xml');
    expect(table).toContain(' name="labs" displayName="labs" ref="A1:D4"');
    expect([...table.matchAll(/<tableColumn id="\d" name="([^"]*)"/g)].map(([, name]) => name)).toEqual([
      'Subject',
      'Result',
      'Result number',
      'Collected',
    ]);
    const sheet = partOf(path, 'xl/worksheets/sheet1.xml');
    expect(sheet).toContain('<tablePart r:id="rId1"/>');
    // Two filters over the same cells are reported as damage.
    expect(sheet).not.toContain('<autoFilter');
    expect(sheet).toContain('<ignoredError sqref="A1:D4" twoDigitTextYear="1" numberStoredAsText="1"/>');
    expect(partOf(path, 'xl/worksheets/_rels/sheet1.xml.rels')).toContain('Target="../tables/table1.xml"');
    expect(partOf(path, '[Content_Types].xml')).toContain('PartName="/xl/tables/table1.xml"');
  });

  test('has no table if there are no rows, but keeps the filter', async () => {
    const { path } = await run({ selection: { ...everything('labs'), where: [{ column: 'subject', op: '=', values: ['nobody'] }] } });
    expect(partOf(path, 'xl/worksheets/sheet1.xml')).toMatch(/<autoFilter ref="A1:D1"\/>(?!.*tablePart)/);
    expect(partOf(path, 'xl/tables/table1.xml')).toContain('name="codebook"');
  });

  test('states title, creator and time in its properties', async () => {
    const { path } = await run();
    const core = partOf(path, 'docProps/core.xml');
    expect(core).toContain('<dc:title>Study 22-001 (demo data): Labs</dc:title>');
    expect(core).toContain(`<dc:creator>Carrel ${made.by}</dc:creator>`);
    expect(core).toContain(`<dcterms:created xsi:type="dcterms:W3CDTF">${made.at}</dcterms:created>`);
  });

  test('leaves nothing when cancelled', async () => {
    const control = new AbortController();
    const stop = (): void => {
      control.abort();
    };
    await expect(run({}, { signal: control.signal, onProgress: stop })).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(readdirSync(fixture.folder).filter((name) => !name.startsWith('study.db'))).toEqual([]);
  });
});
