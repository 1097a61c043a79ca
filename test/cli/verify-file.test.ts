import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openVault } from '../../src/core/vault/open-vault.ts';
import { findReservedPort } from '../reserved-port.ts';
import { carrel, connectTo, passphrase, startSandbox, workFolder, type Ended, type Sandbox } from './carrel.ts';

const folder = workFolder();
const dataDir = join(folder.path, 'data');
const study = '22-001';
const at = (name: string): string => join(folder.path, name);
let port: string;
let sandbox: Sandbox;

async function run(...args: string[]): Promise<Ended> {
  return carrel([...args, '--json'], { dataDir });
}

async function exportTo(name: string, ...args: string[]): Promise<void> {
  const done = await run('export', study, '--out', at(name), ...args);
  expect(done.stderr).toBe('');
  expect(done.code).toBe(0);
}

async function startAt(...args: string[]): Promise<void> {
  sandbox = await startSandbox(['--port', port, '--subjects', '8', '--studies', study, ...args]);
}

beforeAll(async () => {
  port = String(await findReservedPort());
  await startAt();
  expect((await connectTo(sandbox, dataDir)).code).toBe(0);
  expect((await run('sync', study)).code).toBe(0);
  await exportTo('labs.csv', '--dataset', 'labs', '--format', 'csv');
  await exportTo('study.xlsx', '--dataset', 'all', '--format', 'xlsx');
  await exportTo('study.zip', '--dataset', 'all', '--format', 'dataset-json');
});
afterAll(async () => {
  await sandbox.stop();
  folder.remove();
});

describe('verify with a path', () => {
  test('reports an export as unchanged and current', async () => {
    const done = await run('verify', at('labs.csv'));
    expect(done.result).toMatchObject({
      code: 0,
      category: 'OK',
      findings: [],
      file: {
        path: at('labs.csv'),
        verdict: 'unchanged',
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
        what: 'export',
        export: { study, dataset: 'labs', format: 'csv' },
        current: true,
        datasets: [{ dataset: 'labs', generation: 1, now: 1 }],
        evidence: 'agrees',
      },
    });
    expect(Object.keys(done.result.file.export)).toEqual(['id', 'at', 'study', 'dataset', 'format', 'rows', 'columns']);
    const said = await carrel(['verify', at('labs.csv')], { dataDir });
    expect(said.stdout).toMatch(/labs\.csv: unchanged\n {2}An export of Labs of 22-001 as csv: [\d,]+ rows, \d+ columns; .* UTC, by /);
    expect(said.stdout).toContain('  Current: nothing in Labs has changed here since.\n');
    expect([said.code, said.stderr]).toEqual([0, '']);
  });

  test.each(['study.xlsx', 'study.zip'])('reports all datasets of %s as current', async (name) => {
    const { file } = (await run('verify', at(name))).result;
    expect(file).toMatchObject({ verdict: 'unchanged', export: { dataset: null }, current: true });
    expect(file.datasets).toHaveLength(5);
  });

  test('is exit 21 for a changed file and for an unknown one', async () => {
    writeFileSync(at('labs.csv'), `${readFileSync(at('labs.csv'), 'utf8')}x`);
    const changed = await run('verify', at('labs.csv'));
    expect(changed.result).toMatchObject({
      code: 21,
      category: 'CORRUPT',
      findings: [{ part: 'file', study, category: 'CORRUPT', message: expect.stringMatching(/^The file is changed\. /) as string }],
      file: { verdict: 'changed', reason: 'beside', export: { dataset: 'labs' }, current: true },
    });
    const said = await carrel(['verify', at('labs.csv')], { dataDir });
    expect(said.stdout).toContain('labs.csv: changed\n  Compared with: An export of Labs of 22-001 as csv: ');
    rmSync(at('labs.csv.carrel.json'));
    const unknown = await run('verify', at('labs.csv'));
    expect(unknown.result).toMatchObject({ code: 21, file: { verdict: 'unknown', export: null, current: null, datasets: [] } });
    expect(unknown.stderr).toMatch(/^carrel verify: The file is unknown\. The audit trail of this data folder has no such SHA-256\./);
  });

  test('reports how far the cache has moved on since, and is still 0', async () => {
    await sandbox.stop();
    await startAt('--revision', '1');
    expect((await run('sync', study)).code).toBe(0);
    const done = await run('verify', at('study.xlsx'));
    expect(done.result).toMatchObject({ code: 0, file: { verdict: 'unchanged', current: false } });
    expect(done.result.file.datasets[2]).toEqual({ dataset: 'labs', generation: 1, now: 2 });
    const { counts } = (await run('changes', study, '--dataset', 'labs', '--since', '1')).result;
    const said = await carrel(['verify', at('study.xlsx')], { dataDir });
    const shown = (count: number): string => count.toLocaleString('en-US');
    expect(said.stdout).toContain('The data here has changed since: ');
    expect(said.stdout).toContain(`Labs once (+${shown(counts.new)} ~${shown(counts.changed)} −${shown(counts.vanished)})`);
    expect(said.code).toBe(0);
  });

  test.each([
    ['no file', 'nowhere.csv', 'there is no such file'],
    ['a folder', '.', 'is a folder'],
    ['the evidence instead of its file', 'study.zip.carrel.json', 'is the evidence of an export'],
  ])('refuses %s with 2', async (_what, name, says) => {
    const done = await run('verify', at(name));
    expect([done.code, done.result.category, done.result.findings]).toEqual([2, 'USAGE', []]);
    expect(done.stderr).toContain(says);
  });

  test('takes one path only', async () => {
    expect((await run('verify', at('study.zip'), at('study.xlsx'))).code).toBe(2);
  });

  test('recognises a site pack', async () => {
    const packed = await carrel(['pack', study, '--out', at('study.carrelpack'), '--json'], {
      dataDir,
      env: { CARREL_PASSPHRASE: passphrase, CARREL_PACK_PASSPHRASE: 'a phrase for the stick' },
    });
    expect(packed.code).toBe(0);
    expect((await run('verify', at('study.carrelpack'))).result).toMatchObject({
      code: 0,
      file: { verdict: 'unchanged', what: 'site-pack', export: null, current: null, datasets: [] },
    });
  });

  test('still recognises a file after a wipe, without saying whether it is current', async () => {
    expect((await run('wipe', study, '--yes')).code).toBe(0);
    const done = await run('verify', at('study.zip'));
    expect(done.result).toMatchObject({ code: 0, file: { verdict: 'unchanged', export: { study }, current: null } });
    expect(done.result.file.datasets[2]).toEqual({ dataset: 'labs', generation: 1, now: null });
  });

  test('adds exactly one entry to the trail each time', async () => {
    const entries = async (): Promise<readonly unknown[]> => {
      const vault = await openVault(dataDir, { passphrase });
      const found = vault.audit.entries().filter(({ event }) => event.kind !== 'unlocked');
      vault.close();
      return found.map(({ event }) => event);
    };
    const before = await entries();
    const { sha256 } = (await run('verify', at('study.zip'))).result.file;
    expect((await entries()).slice(before.length)).toEqual([{ kind: 'file-verified', verdict: 'unchanged', sha256 }]);
  });
});
