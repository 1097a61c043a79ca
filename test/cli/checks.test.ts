import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { carrel, connectTo, startSandbox, workFolder, type Ended } from './carrel.ts';
import { passedOn } from './trail.ts';

const folder = workFolder();
const dataDir = join(folder.path, 'data');
const study = '23-014';
const file = join(folder.path, 'checks.json');

const rule = {
  id: 'alt-above-100',
  title: 'ALT above 100',
  says: '',
  severity: 'critical',
  source: 'Protocol 6.3',
  dataset: 'labs',
  where: ['test_code = ALT', 'result_number > 100'],
  finds: [{ test_code: 'ALT', result_number: 101 }],
  leaves: [{ test_code: 'ALT', result_number: 100 }],
};

beforeAll(async () => {
  const sandbox = await startSandbox(['--subjects', '12', '--page-size', '200', '--studies', study]);
  await connectTo(sandbox, dataDir);
  await carrel(['sync', study], { dataDir });
  await sandbox.stop();
  writeFileSync(file, JSON.stringify({ format: 'carrel-checks', formatVersion: 1, checks: [rule] }));
});
afterAll(folder.remove);

async function checks(...args: string[]): Promise<Ended> {
  return carrel(['checks', study, '--json', ...args], { dataDir });
}

interface Line {
  readonly check: string;
  readonly records: number;
  readonly origin: string;
}

const linesOf = ({ result }: Ended): readonly Line[] => result['checks'] as readonly Line[];

function findingsOf({ stdout }: Ended): readonly Record<string, unknown>[] {
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ event }) => event === 'finding');
}

test('runs built-in and given checks, and reports each record found as an event', async () => {
  const plain = await checks();
  expect(plain.code).toBe(0);
  expect(linesOf(plain).every(({ origin }) => origin === 'built-in')).toBe(true);
  expect(linesOf(plain).find(({ check }) => check === 'several-units')?.records).toBeGreaterThan(0);
  expect(findingsOf(plain).length).toBe(linesOf(plain).reduce((sum, { records }) => sum + records, 0));
  const given = await checks('--rules', file);
  const line = linesOf(given).find(({ check }) => check === rule.id);
  expect(line).toMatchObject({ origin: 'file', severity: 'critical', source: 'Protocol 6.3', dataset: 'labs' });
  expect(findingsOf(given).filter(({ check }) => check === rule.id).length).toBe(line?.records);
  expect(findingsOf(given).length).toBe(linesOf(given).reduce((sum, { records }) => sum + records, 0));
  const listed = join(folder.path, 'alt.csv');
  await carrel(
    [
      'export',
      study,
      '--dataset',
      'labs',
      '--format',
      'csv',
      '--out',
      listed,
      ...rule.where.flatMap((condition) => ['--where', condition]),
    ],
    { dataDir },
  );
  expect(readFileSync(listed, 'utf8').trim().split(/\r?\n/).length - 1).toBe(line?.records);
});

test('counts what checks do not judge, with the conditions that find it', async () => {
  const lines = (await checks()).result?.['notJudged'] as {
    dataset: string;
    lacking: string;
    records: number;
    where: string[];
    checks: string[];
  }[];
  const texts = lines.find(({ dataset, lacking }) => dataset === 'labs' && lacking === 'no-number');
  expect(texts?.checks).toContain('impossible-value');
  const listed = join(folder.path, 'texts.csv');
  const where = (texts?.where ?? []).flatMap((condition) => ['--where', condition]);
  await carrel(['export', study, '--dataset', 'labs', '--format', 'csv', '--out', listed, ...where], { dataDir });
  expect(readFileSync(listed, 'utf8').trim().split(/\r?\n/).length - 1).toBe(texts?.records);
  expect(texts?.records).toBeGreaterThan(0);
  expect((await carrel(['checks', study], { dataDir })).stdout).toMatch(
    /Skipped by some checks because data is missing:\n(.*\n)* {2}labs +\d+ records/,
  );
});

test('prints a line per check for people, critical ones first', async () => {
  const { stdout, code } = await carrel(['checks', study], { dataDir });
  expect(code).toBe(0);
  expect(stdout).toMatch(/record.* found by \d+ check/);
  const severities = [...stdout.matchAll(/^ {2}(critical|major|minor) /gm)].map(([, severity]) => severity);
  expect(severities).toEqual(severities.toSorted((left, right) => ((left ?? '') < (right ?? '') ? -1 : 1)));
});

test('stores checks with a study, runs them without their file, exports them and replaces them by id', async () => {
  expect((await checks('--export', join(folder.path, 'none.json'))).code).toBe(2);
  expect((await checks('--import', file)).result).toMatchObject({ code: 0, added: 1, replaced: 0 });
  expect(linesOf(await checks()).find(({ check }) => check === rule.id)).toMatchObject({ origin: 'study' });
  const out = join(folder.path, 'own.json');
  expect((await checks('--export', out)).result).toMatchObject({ code: 0, rules: 1 });
  expect((await checks('--export', out)).code).toBe(25);
  expect((JSON.parse(readFileSync(out, 'utf8')) as { checks: unknown[] }).checks).toEqual([rule]);
  expect((await checks('--import', out)).result).toMatchObject({ code: 0, added: 0, replaced: 1 });
  expect(await passedOn(dataDir)).toMatchObject([{ what: 'checks', study }]);
  expect((await carrel(['verify', '--json'], { dataDir })).code).toBe(0);
});

test('refuses invalid files, contradictory options and unmirrored studies', async () => {
  writeFileSync(
    join(folder.path, 'bad.json'),
    JSON.stringify({ format: 'carrel-checks', formatVersion: 1, checks: [{ ...rule, finds: [{}] }] }),
  );
  const bad = await checks('--rules', join(folder.path, 'bad.json'));
  expect([bad.code, bad.result.category]).toEqual([2, 'USAGE']);
  expect(bad.stderr).toContain('Example 1 of "finds" is not found');
  expect((await checks('--rules', file, '--rules', file)).code).toBe(2);
  expect((await checks('--rules', file, '--export', file)).code).toBe(2);
  expect((await checks('--import', file, '--cut-off', 'none')).code).toBe(2);
  expect((await checks('--export', join(folder.path, 'cut.json'), '--cut-off', '2026-06-30')).code).toBe(2);
  expect((await checks('--force')).code).toBe(2);
  expect((await checks('--import', file, '--force')).code).toBe(2);
  expect((await carrel(['checks', '99-999', '--json'], { dataDir })).code).toBe(2);
});
