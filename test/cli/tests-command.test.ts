import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readTermsText } from '../../src/shared/terms/terms-file.ts';
import { carrel, connectTo, startSandbox, workFolder, type Ended } from './carrel.ts';
import { passedOn } from './trail.ts';

const folder = workFolder();
const dataDir = join(folder.path, 'data');
const study = '22-001';
const file = join(folder.path, 'tests.json');

beforeAll(async () => {
  const sandbox = await startSandbox(['--subjects', '6', '--page-size', '100', '--studies', study]);
  await connectTo(sandbox, dataDir);
  await carrel(['sync', study], { dataDir });
  await sandbox.stop();
});
afterAll(folder.remove);

async function tests(...args: string[]): Promise<Ended> {
  return carrel(['tests', study, '--json', ...args], { dataDir });
}

function listed(ended: Ended): readonly Record<string, unknown>[] {
  return ended.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ event }) => event === 'test');
}

test('lists and exports tests with their codes, and imports a changed file, which exports then use', async () => {
  const before = listed(await tests());
  expect(before).toContainEqual(expect.objectContaining({ test: 'ALT (SGPT)', codes: [expect.objectContaining({ code: 'ALT' })] }));
  expect((await tests('--export', file)).code).toBe(0);
  expect((await tests('--export', file)).code).toBe(25);
  expect((await tests('--export', file, '--force')).code).toBe(0);
  const text = JSON.parse(readFileSync(file, 'utf8')) as { tests: unknown[]; system: string };
  text.tests.push({ dataset: 'labs', test: 'ALT (SGPT)', serviceCode: null, code: 'XALT' });
  text.system = 'conventional';
  writeFileSync(file, JSON.stringify(text));
  expect((await tests('--import', file)).result).toMatchObject({ code: 0, version: 1, changed: 2 });
  expect(listed(await tests())).toContainEqual(
    expect.objectContaining({ test: 'ALT (SGPT)', decided: true, codes: [expect.objectContaining({ code: 'XALT' })] }),
  );
  const out = join(folder.path, 'labs.csv');
  await carrel(['export', study, '--dataset', 'labs', '--format', 'csv', '--out', out, '--where', 'test_code = XALT'], { dataDir });
  expect(readFileSync(out, 'utf8').split('\n').length).toBeGreaterThan(2);
  expect((await carrel(['verify', '--json'], { dataDir })).code).toBe(0);
  // Written twice, refused once.
  const [first, second, ...others] = await passedOn(dataDir);
  expect([first, second]).toMatchObject([
    { what: 'tests-and-units', study },
    { what: 'tests-and-units', study },
  ]);
  expect(others).toEqual([]);
});

test('refuses an invalid file with the reason and changes nothing', async () => {
  const before = (await tests()).result;
  writeFileSync(join(folder.path, 'bad.json'), '{"format":"carrel-tests-and-units","formatVersion":9}');
  const done = await tests('--import', join(folder.path, 'bad.json'));
  expect([done.code, done.result.category]).toEqual([2, 'USAGE']);
  expect(done.stderr).toContain('format version');
  expect((await tests('--import', join(folder.path, 'missing.json'))).code).toBe(2);
  expect((await tests('--import', file, '--export', file)).code).toBe(2);
  expect((await tests()).result).toEqual(before);
});

const one = { dataset: 'labs', test: 'A', serviceCode: null, code: 'ALB' };

function filled(parts: object): string {
  return JSON.stringify({ format: 'carrel-tests-and-units', formatVersion: 1, system: 'SI', tests: [], units: [], ...parts });
}

test.each([
  ['{', 'not JSON'],
  ['[]', 'fields do not match the format'],
  ['{"format":"x"}', 'format is not'],
  [filled({ system: 'imperial' }), 'system'],
  [filled({ tests: [{ dataset: 'labs', test: 'A', serviceCode: null, code: 'toolongcode' }] }), 'tests.0.code'],
  [filled({ tests: [one, one] }), 'tests.1: this test is decided on twice'],
  [
    filled({
      units: [
        { text: 'x', unit: 'g' },
        { text: 'x', unit: 'g' },
      ],
    }),
    'units.1',
  ],
  [filled({ units: [{ text: 'x', unit: 'no such unit' }] }), 'units.0: the assigned unit is not a UCUM unit'],
  ['<!doctype html><title>Sign in</title>', 'not JSON'],
  [filled({ study: '22-001' }), 'fields do not match the format'],
  [filled({ formatVersion: 2 }), 'format version'],
  [
    '{"format":"carrel-tests-and-units","formatVersion":1,"system":"SI","tests":[],"units":[],"__proto__":{"x":1}}',
    'fields do not match the format',
  ],
  [filled({ tests: Array.from({ length: 100_000 }, (_, at) => ({ ...one, test: String(at) })) }), 'tests: '],
  [filled({ more: 1 }), 'fields do not match the format'],
])('%.80s is refused: %s', (text, reason) => {
  expect(() => readTermsText(text)).toThrow(reason);
});
