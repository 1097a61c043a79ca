import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { carrel, connectTo, startSandbox, workFolder, type Ended } from './carrel.ts';

const folder = workFolder();
const dataDir = join(folder.path, 'data');
const study = '22-001';
const out = join(folder.path, 'labs.csv');

beforeAll(async () => {
  const sandbox = await startSandbox(['--subjects', '20', '--studies', study]);
  await connectTo(sandbox, dataDir);
  await carrel(['sync', study], { dataDir });
  await sandbox.stop();
});
afterAll(folder.remove);

type Cells = Readonly<Record<string, string>>;

async function labs(...args: string[]): Promise<{ readonly ended: Ended; readonly rows: readonly Cells[] }> {
  const columns = 'record_id,test_code,result,range_flag,ctcae_grade_low,ctcae_grade_high,ctcae_not_graded';
  const options = ['--dataset', 'labs', '--format', 'csv', '--headers', 'source', '--columns', columns, '--out', out, '--force', '--json'];
  const ended = await carrel(['export', study, ...options, ...args], { dataDir });
  const rows = parse(readFileSync(out), { bom: true, from: 2 });
  return { ended, rows: rows.map((cells) => Object.fromEntries(columns.split(',').map((name, at) => [name, cells[at] ?? '']))) };
}

function evidence(): { readonly terms: { readonly ctcae: string } } {
  return JSON.parse(readFileSync(`${out}.carrel.json`, 'utf8')) as ReturnType<typeof evidence>;
}

test('results are graded by CTCAE 5.0 unless the study or the export says otherwise, and the evidence names the version', async () => {
  const usual = await labs();
  expect(usual.ended.code).toBe(0);
  expect(evidence().terms.ctcae).toBe('5.0');
  expect(usual.rows.some(({ ctcae_grade_high: grade }) => Number(grade) > 0)).toBe(true);
  const older = await labs('--ctcae', '4.03');
  expect(evidence().terms.ctcae).toBe('4.03');
  const differing = older.rows.filter((row, at) => row['ctcae_grade_high'] !== usual.rows[at]?.['ctcae_grade_high']);
  expect(new Set(differing.map((row) => row['test_code']))).toContain('CREAT');
  // Nothing else in a record depends on the version.
  const others = ({ record_id: id, result, range_flag: flag }: Cells): string => JSON.stringify([id, result, flag]);
  expect(older.rows.map(others)).toEqual(usual.rows.map(others));
  // By 4.03, ALT beyond its limit needs no baseline.
  expect(older.rows.filter((row) => row['test_code'] === 'ALT' && row['range_flag'] === 'HIGH' && row['ctcae_grade_high'] === '')).toEqual(
    [],
  );
});

test('rows can be selected and sorted by grade, in any version', async () => {
  for (const version of ['4.03', '5.0', '6.0']) {
    const all = (await labs('--ctcae', version)).rows.filter((row) => Number(row['ctcae_grade_high']) >= 2);
    const asked = await labs('--ctcae', version, '--where', 'ctcae_grade_high >= 2', '--sort', '-ctcae_grade_high');
    expect(asked.rows.length, version).toBe(all.length);
    const grades = asked.rows.map((row) => Number(row['ctcae_grade_high']));
    expect(grades, version).toEqual(grades.toSorted((one, other) => other - one));
  }
});

test('the file of tests and units sets the version of the study, which every export then uses', async () => {
  const file = join(folder.path, 'tests.json');
  const before = (await labs('--ctcae', '6')).rows;
  await carrel(['tests', study, '--export', file, '--json'], { dataDir });
  const text = JSON.parse(readFileSync(file, 'utf8')) as { ctcae: string };
  expect(text.ctcae).toBe('5.0');
  writeFileSync(file, JSON.stringify({ ...text, ctcae: '6.0' }));
  expect((await carrel(['tests', study, '--import', file, '--json'], { dataDir })).result).toMatchObject({ code: 0, changed: 1 });
  // Rows that are read anew have other row numbers, which decide the order of equal ones.
  const inOrder = (rows: readonly Cells[]): readonly string[] => rows.map((row) => JSON.stringify(row)).sort();
  expect(inOrder((await labs()).rows)).toEqual(inOrder(before));
  expect(evidence().terms.ctcae).toBe('6.0');
  expect((await carrel(['verify', '--json'], { dataDir })).code).toBe(0);
});

test('an unknown version, and any version for records as sent, are refused', async () => {
  expect((await labs('--ctcae', '5.1')).ended.code).toBe(2);
  const raw = ['--dataset', 'labs', '--format', 'ndjson', '--out', join(folder.path, 'labs.ndjson'), '--ctcae', '4.03'];
  expect((await carrel(['export', study, ...raw], { dataDir })).code).toBe(2);
});
