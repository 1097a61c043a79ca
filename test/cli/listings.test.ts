import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exportFormats } from '../../src/shared/export-formats.ts';
import { listingNames } from '../../src/shared/listings.ts';
import { compiledCode } from '../compiled-code.ts';
import { withScryptCache } from '../scrypt-cache.ts';
import { carrel, connectTo, passphrase, program, startSandbox, workFolder, type Ended, type Json } from './carrel.ts';
import { readCsv } from './service.ts';

const folder = workFolder();
const dataDir = join(folder.path, 'data');
const study = '22-001';
const at = (name: string): string => join(folder.path, name);
const sandboxOf = (...more: string[]): Promise<Awaited<ReturnType<typeof startSandbox>>> =>
  startSandbox(['--subjects', '8', '--page-size', '100', '--studies', study, ...more]);

beforeAll(async () => {
  const sandbox = await sandboxOf();
  await connectTo(sandbox, dataDir);
  await carrel(['sync', study], { dataDir });
  const port = new URL(sandbox.baseUrl).port;
  await sandbox.stop();
  const later = await sandboxOf('--port', port, '--revision', '1');
  await carrel(['sync', study], { dataDir });
  await later.stop();
});
afterAll(folder.remove);

function listing(name: string, out: string, ...args: string[]): Promise<Ended> {
  return carrel(['export', study, '--json', '--listing', name, '--out', out, ...args], { dataDir });
}

function columnOf(path: string, name: string): readonly string[] {
  const [header = [], ...rows] = readCsv(readFileSync(path, 'utf8'));
  const place = header.indexOf(name);
  return rows.map((row) => row[place] ?? '');
}

describe('export --listing', () => {
  test.each(listingNames)('writes %s for its owner only, with its evidence beside it', async (name) => {
    const out = at(`${name}.csv`);
    const done = await listing(name, out, '--format', 'csv');
    const [file] = done.result.files as readonly Json[];
    expect([done.code, file.dataset]).toEqual([0, name]);
    expect(readCsv(readFileSync(out, 'utf8'))).toHaveLength(1 + Number(file.rows));
    expect(statSync(out).mode & 0o777).toBe(0o600);
    const { listing: reported } = JSON.parse(readFileSync(`${out}.carrel.json`, 'utf8'));
    expect([reported.name, reported.rows, reported.says.endsWith('.')]).toEqual([name, file.rows, true]);
    expect((await carrel(['verify', out, '--json'], { dataDir })).code).toBe(0);
  });

  test.each([
    ['out-of-range', ['--test', 'ALT'], 'no test in its labs called "ALT". Did you mean "ALT (SGPT)"?'],
    ['shifts', ['--test', 'ALT (SGPT)', '--test', 'Zorblax'], 'no test in its labs called "Zorblax"'],
    ['shifts', ['--anchor', 'visit:NOPE'], 'has a visit of that name'],
    ['compare-visits', ['--visit', 'C1D1', '--visit', 'NOPE'], 'no visit in its labs called "NOPE"'],
    ['compare-visits', ['--dataset', 'vitals', '--test', 'ALT (SGPT)'], 'no test in its vitals called "ALT (SGPT)"'],
  ])('refuses %s for names that no record has (%j), since an empty list would read as nothing found', async (name, asked, says) => {
    const out = at('not-named.csv');
    const done = await listing(name, out, '--format', 'csv', ...asked);
    expect([done.code, done.result.category, done.stderr]).toEqual([2, 'USAGE', expect.stringContaining(says)]);
    expect(existsSync(out)).toBe(false);
  });

  test('takes a visit in any spelling', async () => {
    const [one, other] = [at('spelled.csv'), at('spelled-otherwise.csv')];
    await listing('compare-visits', one, '--format', 'csv', '--visit', 'C1D1', '--visit', 'C2D1');
    await listing('compare-visits', other, '--format', 'csv', '--visit', 'Cycle 1 Day 1', '--visit', 'cycle 2 day 1');
    const rowsOf = (path: string): readonly string[] => readFileSync(path, 'utf8').split('\r\n').slice(1);
    expect(rowsOf(other)).toEqual(rowsOf(one));
    expect(rowsOf(one).length).toBeGreaterThan(1);
  });

  test('writes every tabular format, but not ndjson', async () => {
    for (const format of exportFormats.filter((one) => one !== 'ndjson'))
      expect((await listing('subjects', at(`all.${format}`), '--format', format)).code, format).toBe(0);
    expect(await listing('subjects', at('none.ndjson'), '--format', 'ndjson')).toMatchObject({ code: 2, result: { category: 'USAGE' } });
  });

  test('has as many rows out of range as the dataset has flags', async () => {
    const flagged = at('flagged.csv');
    const args = ['--dataset', 'labs', '--format', 'csv', '--where', 'range_flag in LOW,HIGH', '--out', flagged];
    const { result } = await carrel(['export', study, '--json', ...args], { dataDir });
    expect(columnOf(at('out-of-range.csv'), 'Record id')).toHaveLength(result.files[0].rows);
  });

  test('takes subjects by unique ids and under a heading, and counts names that are no subject', async () => {
    const [one = '', two = ''] = columnOf(at('subjects.csv'), 'Subject');
    writeFileSync(at('unique.txt'), `\uFEFFUSUBJID\r\n${study}-${one}\r\n${study}\u2013${two}\r\nnobody\r\n`);
    const done = await listing('subjects', at('unique.csv'), '--format', 'csv', '--subjects', at('unique.txt'));
    expect(done.result).toMatchObject({ code: 0, files: [{ rows: 2, subjects: { of: 2 } }] });
    expect(done.stderr).toContain('1 name in the --subjects file is not a subject');
    expect(done.stderr).toContain('repetitions: 4)');
    expect(done.stderr).not.toContain('nobody');
    expect(columnOf(at('unique.csv'), 'Subject')).toEqual([one, two]);
  });

  test('refuses a list without any subject of the study, which would be an empty file', async () => {
    for (const text of ['USUBJID\n', 'nobody\n', Buffer.from('0012\n', 'utf16le')]) {
      writeFileSync(at('nobody.txt'), text);
      const done = await listing('subjects', at('nobody.csv'), '--format', 'csv', '--subjects', at('nobody.txt'));
      expect(done).toMatchObject({ code: 2, stderr: expect.stringContaining('No name in the --subjects file is a subject') });
      expect(existsSync(at('nobody.csv'))).toBe(false);
    }
  });

  test.runIf(existsSync('/dev/stdin'))('takes a list of subjects from a pipe, which can be read only once', async () => {
    const [one = ''] = columnOf(at('subjects.csv'), 'Subject');
    const args = ['export', study, '--dataset', 'subjects', '--format', 'csv', '--out', at('piped.csv'), '--subjects', '/dev/stdin'];
    const { status, stderr } = spawnSync('sh', ['-c', 'echo "$0" | "$@"', one, process.execPath, program, ...args], {
      env: { PATH: process.env['PATH'], CARREL_DATA_DIR: dataDir, CARREL_PASSPHRASE: passphrase, ...compiledCode, ...withScryptCache() },
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
    expect(columnOf(at('piped.csv'), 'Subject')).toEqual([one]);
  });

  test('takes a list of subjects, and does not replace an existing file without --force', async () => {
    const subjects = columnOf(at('subjects.csv'), 'Subject');
    writeFileSync(at('two.txt'), subjects.slice(0, 2).join('\n'));
    const asked = ['--format', 'csv', '--subjects', at('two.txt')];
    expect((await listing('subjects', at('two.csv'), ...asked)).result.files[0].rows).toBe(2);
    expect((await listing('subjects', at('two.csv'), ...asked)).code).toBe(25);
    expect((await listing('subjects', at('two.csv'), ...asked, '--force')).code).toBe(0);
  });

  test.each([
    ['Did you mean "endpoints"?', 'endpoint', []],
    ['Did you mean "coverage"?', 'coverag', []],
    ['is only for exports of records', 'liver', ['--protect']],
    ['is only for exports of records', 'liver', ['--where', 'subject = 1']],
    ['takes no "--since"', 'coverage', ['--since', '1']],
    ['must be one of', 'shifts', ['--anchor', 'day-one']],
  ] as const)('is exit 2 and says "%s" for %s %j', async (says, name, args) => {
    const done = await listing(name, at('refused.csv'), '--format', 'csv', ...args);
    expect([done.code, done.result.message]).toEqual([2, expect.stringContaining(says)]);
  });
});

describe('changes', () => {
  const changes = (...args: string[]): Promise<Ended> => carrel(['changes', study, '--json', ...args], { dataDir });

  test('of one subject are a part of all', async () => {
    const all = await changes('--since', '1');
    const out = at('since.csv');
    await listing('changes', out, '--format', 'csv', '--since', '1');
    const [subject = ''] = columnOf(out, 'Subject');
    const own = await changes('--since', '1', '--subject', subject);
    expect(own.result.subjects).toMatchObject({ of: 1 });
    const [reported, ofAll] = [own, all].map(({ events }) => events.filter(({ event }) => event === 'change').length);
    expect(reported).toBeGreaterThan(0);
    expect(reported).toBeLessThan(ofAll ?? 0);
    expect(Object.values<number>(own.result.counts).reduce((sum, n) => sum + n, 0)).toBe(reported);
  });

  test('of a subject accept its unique id, and an unknown subject is refused', async () => {
    const own = await changes('--subject', '0001');
    expect(own.result.subjects).toMatchObject({ of: 1 });
    expect(await changes('--subject', `${study}-0001`)).toMatchObject({ code: 0, stdout: own.stdout });
    for (const nobody of ['1', 'NOSUCH'])
      expect(await changes('--subject', '0001', '--subject', nobody)).toMatchObject({
        code: 2,
        result: { category: 'USAGE', message: expect.stringContaining(`no subject called "${nobody}"`) },
      });
  });

  test('since a date are those of the passes from that date on', async () => {
    const day = (ahead: number): string => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
    const everything = await changes();
    expect((await changes('--since', day(-1))).result).toMatchObject({ counts: everything.result.counts });
    expect((await changes('--since', `${day(1)}T12:00:00Z`)).result.counts).toEqual({ new: 0, changed: 0, vanished: 0 });
    for (const wrong of ['yesterday', '2026-13-01', '2026-11'])
      expect(await changes('--since', wrong)).toMatchObject({ code: 2, result: { category: 'USAGE' } });
  });

  // A generation number from before the study was mirrored anew used to report no changes.
  test('since an unknown generation are refused rather than reported as none', async () => {
    const refused = { code: 2, result: { category: 'USAGE', message: expect.stringContaining('There is no generation 99 of') } };
    expect(await changes('--since', '99')).toMatchObject(refused);
    expect(await listing('changes', at('never.csv'), '--format', 'csv', '--since', '99')).toMatchObject(refused);
  });
});
