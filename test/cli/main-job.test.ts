import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bytesBelow, carrel, connectTo, passphrase, startSandbox, workFolder, type Ended, type Json, type Sandbox } from './carrel.ts';
import { datasetNames } from '../../src/shared/datasets/datasets.ts';
import { findReservedPort } from '../reserved-port.ts';
import { parseKeepingDigits, readCsv, searchAll } from './service.ts';

const folder = workFolder();
const dataDir = join(folder.path, 'data');
const study = '22-001';
const seen: string[] = [];
let sandbox: Sandbox;
let port: string;

async function run(...args: string[]): Promise<Ended> {
  const done = await carrel([...args, '--json'], { dataDir });
  seen.push(done.stdout, done.stderr);
  return done;
}

beforeAll(async () => {
  port = String(await findReservedPort());
  sandbox = await startSandbox(['--port', port, '--subjects', '12', '--page-size', '40', '--studies', '22-001,23-014']);
});
afterAll(async () => {
  await sandbox.stop();
  folder.remove();
});

describe('the main job, from a terminal', () => {
  let labs: readonly Json[];

  test('connect checks the credentials and creates the vault', async () => {
    const done = await connectTo(sandbox, dataDir);
    seen.push(done.stdout, done.stderr);
    expect(done.result).toEqual({
      event: 'result',
      code: 0,
      category: 'OK',
      baseUrl: sandbox.baseUrl,
      partnerId: sandbox.partnerId,
      clientId: sandbox.clientId,
      demo: true,
    });
    expect(done.code).toBe(0);
    if (process.platform !== 'win32') expect(statSync(dataDir).mode & 0o077).toBe(0);
  });

  test('sync mirrors every dataset completely', async () => {
    labs = await searchAll(sandbox, study, 'observation', { category: 'laboratory' });
    const done = await run('sync', study);
    expect([done.code, done.result.category]).toEqual([0, 'OK']);
    expect(done.events.some(({ event }) => event === 'progress')).toBe(true);
    const [only] = done.result.studies;
    expect(only.study).toBe(study);
    expect(
      only.datasets.map(({ dataset, state, generation, error }: Record<string, unknown>) => [dataset, state, generation, error]),
    ).toEqual(['subjects', 'medications', 'labs', 'vitals', 'responses'].map((dataset) => [dataset, 'updated', 1, null]));
    const found = only.datasets[2];
    expect(found).toMatchObject({ records: labs.length, added: labs.length, changed: 0, vanished: 0, issues: 0, quarantined: 0 });
    expect(found.pages).toBe(Math.ceil(labs.length / 40));
    expect(found.asOf).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/);
  });

  test('status reports the same afterwards, for programs and for people', async () => {
    const done = await run('status');
    expect(done.code).toBe(0);
    expect(done.result.studies[0].datasets[2]).toMatchObject({ dataset: 'labs', records: labs.length, generation: 1, error: null });
    const said = await carrel(['status', study], { dataDir });
    expect(said.stdout).toMatch(new RegExp(`labs +${new Intl.NumberFormat('en-US').format(labs.length)} .*UTC +1 .*pages, confirmed`));
  });

  test('a sync without network keeps the copy, and status still works', async () => {
    await sandbox.stop();
    const done = await run('sync', study);
    expect([done.code, done.result.studies[0].datasets[0]]).toMatchObject([12, { state: 'kept', error: { category: 'NETWORK' } }]);
    expect((await run('status')).result.studies[0].datasets[2].records).toBe(labs.length);
  });

  test('ndjson is each resource as the service sent it', async () => {
    const out = join(folder.path, 'labs.ndjson');
    const done = await run('export', study, '--dataset', 'labs', '--format', 'ndjson', '--out', out);
    expect(done.code).toBe(0);
    const lines = readFileSync(out, 'utf8').trimEnd().split('\n').map(parseKeepingDigits);
    expect(lines).toHaveLength(labs.length);
    const byId = (all: readonly Json[]): readonly unknown[] => all.toSorted((a, b) => (String(a.id) < String(b.id) ? -1 : 1));
    expect(byId(lines)).toEqual(byId(labs));
  });

  test('csv has every record and its values, in the order asked for, and the same bytes each time', async () => {
    const files = ['a.csv', 'b.csv'].map((name) => join(folder.path, name));
    for (const out of files) {
      const args = [
        '--dataset',
        'labs',
        '--format',
        'csv',
        '--columns',
        'record_id,subject,result_number',
        '--sort',
        '-record_id',
        '--out',
        out,
      ];
      expect((await run('export', study, ...args)).result).toMatchObject({
        code: 0,
        files: [{ dataset: 'labs', rows: labs.length, columns: 3, path: out }],
      });
    }
    const [first, second] = files.map((file) => readFileSync(file));
    expect(first?.equals(second ?? Buffer.alloc(0))).toBe(true);
    const [, ...rows] = readCsv(first?.toString('utf8') ?? '');
    const expected = labs.map((lab) => [lab.id, lab.subject.reference.replace('Patient/', ''), lab.valueQuantity?.value?.digits ?? '']);
    expect(rows).toEqual(expected.toSorted((a, b) => (a[0] > b[0] ? -1 : 1)));
    if (process.platform !== 'win32') expect(statSync(files[0] ?? '').mode & 0o777).toBe(0o600);
  });

  test('a filter exports exactly the rows that it selects', async () => {
    const subject = String(labs[0]?.subject.reference).replace('Patient/', '');
    const out = join(folder.path, 'one-subject.csv');
    const done = await run('export', study, '--dataset', 'labs', '--format', 'csv-excel', '--where', `subject = ${subject}`, '--out', out);
    expect(done.result.files[0].rows).toBe(labs.filter((lab) => lab.subject.reference === `Patient/${subject}`).length);
    expect(readFileSync(out).subarray(0, 3).toString('hex')).toBe('efbbbf');
  });

  test('all datasets go into a folder, and no file is replaced without --force', async () => {
    const out = join(folder.path, 'all');
    const args = ['export', study, '--dataset', 'all', '--format', 'csv', '--out', out];
    expect((await run(...args)).code).toBe(0);
    const names = ['labs', 'medications', 'responses', 'subjects', 'vitals'].flatMap((name) => [`${name}.csv`, `${name}.csv.carrel.json`]);
    expect(readdirSync(out).sort()).toEqual(names);
    const before = readFileSync(join(out, 'labs.csv'));
    const again = await run(...args);
    expect([again.code, again.result.category]).toEqual([25, 'EXPORT']);
    expect(readFileSync(join(out, 'labs.csv')).equals(before)).toBe(true);
    expect((await run(...args, '--force')).code).toBe(0);
    expect(readdirSync(out)).toHaveLength(10);
  });

  test('all datasets go into one workbook with its evidence inside, or into one zip with its evidence beside it', async () => {
    const out = join(folder.path, 'whole');
    mkdirSync(out);
    for (const [format, name] of [
      ['xlsx', 'study.xlsx'],
      ['dataset-json', 'study.zip'],
    ] as const) {
      const done = await run('export', study, '--dataset', 'all', '--format', format, '--headers', 'sdtm', '--out', join(out, name));
      const file = readFileSync(join(out, name));
      expect(done.result).toMatchObject({
        code: 0,
        files: [{ dataset: 'all', sha256: createHash('sha256').update(file).digest('hex'), bytes: file.length }],
      });
    }
    expect(readdirSync(out).sort()).toEqual(['study.xlsx', 'study.zip', 'study.zip.carrel.json']);
    const evidence = JSON.parse(readFileSync(join(out, 'study.zip.carrel.json'), 'utf8'));
    const reported = evidence.datasets as readonly { dataset: string; rows: number; of: number }[];
    expect(reported.map(({ dataset, rows, of }) => [dataset, rows === of])).toEqual(datasetNames.map((name) => [name, true]));
  });

  test('a second sync finds what changed, and changes lists it field by field', async () => {
    sandbox = await startSandbox([
      '--port',
      port,
      '--subjects',
      '12',
      '--page-size',
      '40',
      '--studies',
      '22-001,23-014',
      '--revision',
      '1',
    ]);
    const after = await searchAll(sandbox, study, 'observation', { category: 'laboratory' });
    const done = await run('sync', study);
    expect(done.code).toBe(0);
    const synced = done.result.studies[0].datasets[2];
    const [old, now] = [labs, after].map((all) => new Map(all.map((lab) => [String(lab.id), JSON.stringify(lab)])));
    const expected = {
      new: [...(now ?? [])].filter(([id]) => old?.has(id) === false).length,
      changed: [...(now ?? [])].filter(([id, text]) => old?.has(id) === true && old.get(id) !== text).length,
      vanished: [...(old ?? [])].filter(([id]) => now?.has(id) === false).length,
    };
    expect(expected.changed).toBeGreaterThan(0);
    expect(synced).toMatchObject({
      state: 'updated',
      records: after.length,
      generation: 2,
      added: expected.new,
      changed: expected.changed,
      vanished: expected.vanished,
    });
    const reported = await run('changes', study, '--dataset', 'labs', '--since', '1');
    expect(reported.result).toMatchObject({ code: 0, counts: expected });
    const changes = reported.events.filter(({ event }) => event === 'change');
    expect(changes).toHaveLength(expected.new + expected.changed + expected.vanished);
    const changed = changes.find(({ kind }) => kind === 'changed');
    expect(Object.keys(changed ?? {})).toEqual(['event', 'dataset', 'key', 'kind', 'generation', 'fields']);
    expect(changed?.fields.length).toBeGreaterThan(0);
    expect(Object.keys(changed?.fields[0])).toEqual(['column', 'before', 'after']);
  });

  test('a third sync of the same data leaves every dataset unchanged', async () => {
    const done = await run('sync', study);
    expect(done.result.studies[0].datasets.map(({ state }: { state: string }) => state)).toEqual(Array(5).fill('unchanged'));
  });

  test('verify finds no problems', async () => {
    const done = await run('verify');
    expect(done.result).toMatchObject({ code: 0, category: 'OK', findings: [], studies: 1 });
  });

  test('no secret or subject is readable on disk, and no secret was ever printed', () => {
    const disk = bytesBelow(dataDir);
    const subject = String(labs[0]?.subject.reference);
    for (const word of [sandbox.clientSecret, passphrase, subject, 'SQLite format 3', 'DiagnosticReport']) expect(disk).not.toContain(word);
    for (const word of [sandbox.clientSecret, passphrase]) expect(seen.join('\n')).not.toContain(word);
  });

  test('wiping a study leaves the trail but no file, and wiping everything leaves an empty folder', async () => {
    expect((await run('wipe', study, '--yes')).result).toMatchObject({ code: 0, wiped: [study] });
    expect(readdirSync(join(dataDir, 'studies'))).toEqual([]);
    const gone = await run('export', study, '--dataset', 'labs', '--format', 'csv', '--out', join(folder.path, 'gone.csv'));
    expect([gone.code, gone.stderr]).toEqual([2, expect.stringContaining(`no study "${study}"`)]);
    expect((await run('verify')).result).toMatchObject({ code: 0, studies: 0 });
    expect((await run('wipe', '--all', '--yes')).code).toBe(0);
    expect(readdirSync(dataDir)).toEqual([]);
    expect((await run('status')).code).toBe(20);
  });
});
