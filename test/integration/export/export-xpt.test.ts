import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { exportFile } from '../../../src/core/export/export-file.ts';
import type { ExportPlan } from '../../../src/core/export/export-plan.ts';
import { observations } from '../../../src/core/export/xpt/xpt-file.ts';
import { sayExportNotes } from '../../../src/shared/export-notes.ts';
import { everything, makeStudy, type StudyFixture } from '../../unit/query/study-fixture.ts';
import { made, planOf } from '../../unit/export/plan.ts';
import { readCsv } from '../../unit/export/rfc4180.ts';

let fixture: StudyFixture;
beforeEach(() => {
  fixture = makeStudy();
  fixture.add('labs', [
    { record_id: 'a', subject: '0012', result: 'ünï', result_number: '5.10', collected: '2026-05-04T06:00:00' },
    { record_id: 'b', subject: '10E2', result: null, result_number: null, collected: '2026-05' },
  ]);
});
afterEach(() => {
  fixture.remove();
});

test('a transport file consists of 80-byte records: headers, variables, observations', async () => {
  const path = join(fixture.folder, 'lb.xpt');
  const columns = ['subject', 'result', 'result_number', 'collected'];
  await exportFile(fixture.study, planOf({ selection: everything('labs'), columns, format: 'xpt' }), { path, replace: true, made });
  const bytes = readFileSync(path);
  expect(bytes.length % 80).toBe(0);
  const record = (at: number): string => bytes.toString('latin1', at * 80, at * 80 + 80);
  expect(record(0)).toBe(`HEADER RECORD*******LIBRARY HEADER RECORD!!!!!!!${'0'.repeat(30)}  `);
  expect(record(1)).toBe(`SAS     SAS     SASLIB  5${' '.repeat(39)}22NOV26:12:00:00`);
  expect(record(5).slice(0, 24)).toBe('SAS     LB      SASDATA ');
  expect(record(7)).toContain('NAMESTR HEADER RECORD!!!!!!!0000000006');
  const text = bytes.subarray(8 * 80 + 880 + 80);
  expect(text.toString('utf8', 0, 4)).toBe('0012');
  expect(text.toString('utf8', 4, 9)).toBe('ünï');
  expect(text.subarray(9, 17).toString('hex')).toMatch(/^41519999999999/);
});

test('writes each date as text and as SAS date and datetime numbers', async () => {
  fixture.add('labs', [
    { record_id: 'whole', subject: '0001', collected: '2025-03-02T10:15:30' },
    { record_id: 'day', subject: '0002', collected: '2025-03-02' },
    { record_id: 'partial', subject: '0003', collected: '2025-03' },
    { record_id: 'offset', subject: '0004', collected: '2025-03-02T10:15:30+02:00' },
    { record_id: 'fraction', subject: '0005', collected: '2025-03-02T10:15:30.5000000' },
    { record_id: 'old', subject: '0006', collected: '1899-12-31T01:00:00' },
    { record_id: 'older', subject: '0007', collected: '0001-01-01' },
  ]);
  const path = join(fixture.folder, 'lb.xpt');
  const where = [{ column: 'subject', op: 'in' as const, values: ['0001', '0002', '0003', '0004', '0005', '0006', '0007'] }];
  const plan = planOf({ selection: { ...everything('labs'), where }, columns: ['subject', 'collected'], format: 'xpt' });
  await exportFile(
    fixture.study,
    { ...plan, parts: plan.parts.map((part) => ({ ...part, sort: [{ column: 'subject', descending: false }] })) },
    {
      ...{ path, replace: true, made },
    },
  );
  const script = `
import json, struct, sys
data = open(sys.argv[1], 'rb').read()
start = 8 * 80
names = []
for at in range(4):
    one = data[start + at * 140 : start + (at + 1) * 140]
    names.append([one[8:16].decode().strip(), one[16:56].decode().strip(), one[56:64].decode().strip(), struct.unpack('>h', one[64:66])[0], struct.unpack('>i', one[84:88])[0]])
rows = data[start + 560 + 80 :]
size = names[3][4] + 8
def number(raw):
    if raw[0:1] == b'.' and raw[1:] == bytes(7): return None
    return (-1 if raw[0] & 128 else 1) * int.from_bytes(raw[1:], 'big') / 16 ** 14 * 16 ** ((raw[0] & 127) - 64)
values = [[number(rows[at * size + names[which][4] :][:8]) for which in (2, 3)] for at in range(7)]
print(json.dumps([names, values]))`;
  const [names, values] = JSON.parse(execFileSync('python3', ['-c', script, path], { encoding: 'utf8' })) as [unknown[][], unknown];
  expect(names.map((name) => name.slice(0, 4))).toEqual([
    ['SUBJID', 'Subject', '', 0],
    ['LBDTC', 'Collected', '', 0],
    ['LBDT', 'Collected (date)', 'DATE', 9],
    ['LBDTM', 'Collected (date and time)', 'DATETIME', 20],
  ]);
  const day = (Date.UTC(2025, 2, 2) - Date.UTC(1960, 0, 1)) / 86_400_000;
  const old = (Date.UTC(1899, 11, 31) - Date.UTC(1960, 0, 1)) / 86_400_000;
  expect(values).toEqual([
    [day, day * 86_400 + 10 * 3600 + 15 * 60 + 30],
    [day, null],
    [null, null],
    [null, null],
    [day, day * 86_400 + 10 * 3600 + 15 * 60 + 30.5],
    [old, old * 86_400 + 3600],
    [null, null],
  ]);
});

test('counts shortened labels, and the evidence maps variables to columns', async () => {
  const path = join(fixture.folder, 'lb.xpt');
  const plan = planOf({
    selection: everything('labs'),
    columns: ['subject', 'times_upper_limit', 'test'],
    format: 'xpt',
    vocabulary: 'source',
  });
  expect(await exportFile(fixture.study, plan, { path, replace: true, made })).toMatchObject({ cut: 0 });
  const evidence = JSON.parse(readFileSync(`${path}.carrel.json`, 'utf8')) as {
    datasets: { columns: { name: string; variable: string }[] }[];
  };
  expect(evidence.datasets[0]?.columns.map(({ name, variable }) => [name, variable])).toEqual([
    ['subject', 'SUBJID'],
    ['times_upper_limit', 'TIMESUPP'],
    ['test', 'LBTEST'],
  ]);
  const long = planOf({ selection: everything('medications'), columns: ['medication'], format: 'xpt', vocabulary: 'source' });
  expect(await exportFile(fixture.study, long, { path, replace: true, made })).toMatchObject({ cut: 1 });
});

/** The text of each observation in a file whose only variable is a text. */
function firstTexts(path: string): readonly string[] {
  const bytes = readFileSync(path);
  const length = bytes.readInt16BE(8 * 80 + 4);
  const rows = bytes.subarray(8 * 80 + 160 + 80);
  return Array.from({ length: Math.floor(rows.length / length) }, (_, at) =>
    rows.toString('utf8', at * length, (at + 1) * length).trimEnd(),
  );
}

const whole = 'x'.repeat(200);
/** For each case a text and what a version 5 file keeps of it: at most 200 bytes, ending at a whole character. */
const longTexts: readonly (readonly [what: string, text: string, kept: string])[] = [
  ['199 bytes', 'y'.repeat(199), 'y'.repeat(199)],
  ['200 bytes', whole, whole],
  ['201 bytes', `${whole}!`, whole],
  ['200 bytes in 100 characters', 'é'.repeat(100), 'é'.repeat(100)],
  ['a character across the end', `${'z'.repeat(199)}é`, 'z'.repeat(199)],
  ['2,000 bytes', whole.repeat(10), whole],
];

describe('texts beyond the 200 bytes of a transport file', () => {
  test('are cut at a whole character, counted, reported and recorded in the evidence', async () => {
    fixture.add(
      'medications',
      longTexts.map(([, medication], at) => ({ record_id: String(at), subject: '0001', medication })),
    );
    const path = join(fixture.folder, 'cm.xpt');
    const sort = [{ column: 'record_id', descending: false }];
    const plan = planOf({ selection: everything('medications'), columns: ['medication'], sort, format: 'xpt' });
    const written = await exportFile(fixture.study, plan, { path, replace: true, made });
    expect(firstTexts(path)).toEqual(longTexts.map(([, , kept]) => kept));
    const cut = longTexts.filter(([, text, kept]) => kept !== text).length;
    expect([written.cut, cut]).toEqual([3, 3]);
    expect(sayExportNotes(written)).toEqual([expect.stringMatching(/^3 texts were cut at the format's limit\./)]);
    const evidence = JSON.parse(readFileSync(`${path}.carrel.json`, 'utf8')) as { notes: { cut: number } };
    expect(evidence.notes.cut).toBe(3);
  });

  test('are counted if a list is too long though its items are short', async () => {
    const lesions = Array.from({ length: 30 }, (_, at) => `Lesion ${String(at)}`);
    fixture.add('responses', [{ record_id: 'r', subject: '0001', lesions: JSON.stringify(lesions) }]);
    const path = join(fixture.folder, 'rs.xpt');
    const plan = planOf({ selection: everything('responses'), columns: ['lesions'], format: 'xpt' });
    expect(await exportFile(fixture.study, plan, { path, replace: true, made })).toMatchObject({ cut: 1 });
  });

  test('are counted in the liver screen, where the medications at a peak form one text', async () => {
    const subject = '0001';
    const alt = { test: 'ALT', test_code: 'ALT', unit: 'U/L', result: '400', result_number: 400, range_high: 40, times_upper_limit: 10 };
    fixture.add('labs', [{ record_id: 'alt', subject, collected: '2025-03-02', ...alt }]);
    fixture.change("UPDATE state SET as_of = '2026-11-20T14:05:00Z' WHERE dataset = 'medications'");
    const medicationOf = (at: number) => ({ record_id: `m${String(at)}`, medication: `A medication with a long name ${String(at)}` });
    fixture.add(
      'medications',
      Array.from({ length: 12 }, (_, at) => ({ subject, started: '2025-01-01', ...medicationOf(at) })),
    );
    const asked = (format: 'xpt' | 'csv'): ExportPlan => ({
      ...planOf({ selection: everything('labs'), format }),
      parts: [],
      listing: { name: 'liver', subjects: null },
    });
    const [path, exact] = [join(fixture.folder, 'liver.xpt'), join(fixture.folder, 'liver.csv')];
    expect(await exportFile(fixture.study, asked('csv'), { path: exact, replace: true, made })).toMatchObject({ cut: 0 });
    const long = readCsv(readFileSync(exact, 'utf8'))
      .slice(1)
      .flat()
      .filter(({ text }) => Buffer.byteLength(text) > 200);
    expect(long).toHaveLength(1);
    expect(await exportFile(fixture.study, asked('xpt'), { path, replace: true, made })).toMatchObject({ cut: long.length });
  });
});

test('makes observations longer than the padding at the end of the file, so that padding is not read as one', async () => {
  const path = join(fixture.folder, 'lb.xpt');
  await exportFile(fixture.study, planOf({ selection: everything('labs'), columns: ['result'], format: 'xpt' }), {
    path,
    replace: true,
    made,
  });
  const bytes = readFileSync(path);
  expect(bytes.readInt16BE(8 * 80 + 4)).toBe(81);
  // Two headers' worth of records, one descriptor of 140 bytes, then two observations of 81 bytes and their blanks.
  expect(bytes.length).toBe(8 * 80 + 160 + 80 + 240);
});

test.each([
  ['1e-400', true],
  ['-0.00e5', false],
  ['1e400', true],
  ['0.10', false],
])('the number %s becomes missing: %s, and is counted if so', (digits, isMissing) => {
  const notes = { cut: 0, numbersMissing: 0 };
  const bytes = observations([{ name: 'A', label: '', isNumber: true, length: 8, format: null }], [[digits], [null]], notes);
  expect([bytes[0] === 0x2e, notes.numbersMissing, bytes[8]]).toEqual([isMissing, isMissing ? 1 : 0, 0x2e]);
});
