import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { exportFile } from '../../../src/core/export/export-file.ts';
import { observations } from '../../../src/core/export/xpt/xpt-file.ts';
import { everything, makeStudy, type StudyFixture } from '../query/study-fixture.ts';
import { made, planOf } from './plan.ts';

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

test('a transport file is records of 80 bytes: headers, variables, observations', async () => {
  const path = join(fixture.folder, 'lb.xpt');
  const columns = ['subject', 'result', 'result_number', 'collected'];
  await exportFile(fixture.study, planOf({ selection: everything('labs'), columns, format: 'xpt' }), { path, replace: true, made });
  const bytes = readFileSync(path);
  expect(bytes.length % 80).toBe(0);
  const record = (at: number): string => bytes.toString('latin1', at * 80, at * 80 + 80);
  expect(record(0)).toBe(`HEADER RECORD*******LIBRARY HEADER RECORD!!!!!!!${'0'.repeat(30)}  `);
  expect(record(1)).toBe(`SAS     SAS     SASLIB  5${' '.repeat(39)}22NOV26:12:00:00`);
  expect(record(5).slice(0, 24)).toBe('SAS     LB      SASDATA ');
  expect(record(7)).toContain('NAMESTR HEADER RECORD!!!!!!!0000000004');
  const text = bytes.subarray(8 * 80 + 560 + 80);
  expect(text.toString('utf8', 0, 4)).toBe('0012');
  expect(text.toString('utf8', 4, 9)).toBe('ünï');
  expect(text.subarray(9, 17).toString('hex')).toMatch(/^41519999999999/);
});

test('labels that are cut are counted, and the evidence says which variable is which column', async () => {
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

test('an observation is longer than the blanks that may end the file, so that none is taken for another', async () => {
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
])('the number %s is missing: %s, and counted', (digits, isMissing) => {
  const notes = { cut: 0, numbersMissing: 0 };
  const bytes = observations([{ name: 'A', label: '', isNumber: true, length: 8 }], [[digits], [null]], notes);
  expect([bytes[0] === 0x2e, notes.numbersMissing, bytes[8]]).toEqual([isMissing, isMissing ? 1 : 0, 0x2e]);
});
