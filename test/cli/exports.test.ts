import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exportFormats } from '../../src/shared/export-formats.ts';
import { presetText, siteHandOver } from '../../src/shared/export-preset.ts';
import { carrel, connectTo, startSandbox, workFolder, type Ended } from './carrel.ts';
import { readCsv } from './service.ts';

const folder = workFolder();
const dataDir = join(folder.path, 'data');
const study = '22-001';
const at = (...names: string[]): string => join(folder.path, ...names);

beforeAll(async () => {
  const sandbox = await startSandbox(['--subjects', '6', '--page-size', '100', '--studies', study]);
  await connectTo(sandbox, dataDir);
  await carrel(['sync', study], { dataDir });
  await sandbox.stop();
});
afterAll(folder.remove);

async function run(out: string, ...args: string[]): Promise<Ended> {
  return carrel(['export', study, '--json', '--out', out, ...args], { dataDir });
}

/** The files of a folder with their content, as one text each. */
function contentOf(place: string): readonly (readonly [string, string])[] {
  return readdirSync(place)
    .sort()
    .map((name) => [name, readFileSync(join(place, name), 'hex')] as const);
}

function expectRefused(done: Ended): void {
  expect([done.code, done.result.category, done.stderr.trim().split('\n').length]).toEqual([25, 'EXPORT', 1]);
  expect(done.stderr).not.toMatch(/\n\s+at |node:internal|undefined|\[object/);
}

describe('a preset file', () => {
  const preset = {
    ...siteHandOver,
    name: 'Labs by date',
    format: 'csv' as const,
    vocabulary: 'sdtm' as const,
    delimiter: ';' as const,
    parts: [{ dataset: 'labs' as const, columns: ['subject', 'collected'], sort: [{ column: 'collected', descending: true }] }],
  };

  test('fills in what the options leave open, and options take precedence', async () => {
    writeFileSync(at('labs.json'), presetText(preset));
    expect((await run(at('labs.csv'), '--preset', at('labs.json'))).result).toMatchObject({
      code: 0,
      files: [{ dataset: 'labs', columns: 2 }],
    });
    const [header, ...rows] = readCsv(readFileSync(at('labs.csv'), 'utf8').replaceAll(';', ','));
    expect(header).toEqual(['SUBJID', 'LBDTC']);
    const dates = rows.map(([, date]) => date ?? '');
    expect(dates).toEqual(dates.toSorted().reverse());
    const other = await run(at('other.csv'), '--preset', at('labs.json'), '--columns', 'test', '--delimiter', ',', '--headers', 'plain');
    expect(other.code).toBe(0);
    expect(readFileSync(at('other.csv'), 'utf8')).toMatch(/^Test\r\n/);
  });

  test('of a whole study writes one workbook of what is mirrored', async () => {
    writeFileSync(at('hand-over.json'), presetText(siteHandOver));
    const { result } = await run(at('hand-over.xlsx'), '--preset', at('hand-over.json'));
    expect(result).toMatchObject({ code: 0, files: [{ dataset: 'all', evidence: null }], skipped: [] });
  });

  test('is exit 2 if it is invalid, does not cover the dataset or names an unknown column', async () => {
    writeFileSync(at('none.json'), '{"name":"x"}');
    writeFileSync(at('wrong.json'), presetText({ ...preset, parts: [{ dataset: 'labs', columns: ['resutl'], sort: [] }] }));
    for (const [says, ...args] of [
      ['is not an export preset', '--preset', at('none.json')],
      ['could not be read', '--preset', at('missing.json')],
      ['does not cover vitals', '--preset', at('labs.json'), '--dataset', 'vitals'],
      ['Did you mean "result"?', '--preset', at('wrong.json')],
    ] as const) {
      const done = await run(at('refused.csv'), ...args);
      expect([done.code, done.result.message]).toEqual([2, expect.stringContaining(says)]);
    }
    expect(readdirSync(folder.path).filter((name) => name.startsWith('refused'))).toEqual([]);
  });
});

test('a passphrase that would encrypt nothing is exit 2, because the file would be readable', async () => {
  const env = { CARREL_EXPORT_PASSPHRASE: 'a phrase of six words or so' };
  const done = await carrel(['export', study, '--json', '--dataset', 'labs', '--format', 'xlsx', '--out', at('clear.xlsx')], {
    dataDir,
    env,
  });
  expect([done.code, done.result.message]).toEqual([2, expect.stringContaining('would not be encrypted')]);
});

describe('an export that cannot be written leaves only the earlier files, unchanged', () => {
  // Needs a small file system of its own, which only root may mount.
  test.skipIf(process.platform !== 'linux' || process.getuid?.() !== 0)('on a full disk, in every format', async ({ skip }) => {
    const disk = at('small-disk');
    mkdirSync(disk);
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=32k', 'none', disk]).status !== 0) skip('no file system could be mounted');
    try {
      for (const [name, ...args] of [
        ...exportFormats.map((format) => ['labs', '--dataset', 'labs', '--format', format]),
        ['all.zip', '--dataset', 'all', '--format', 'csv'],
        ['all.xlsx', '--dataset', 'all', '--format', 'xlsx'],
      ]) {
        const out = join(disk, name ?? '');
        writeFileSync(out, 'earlier');
        writeFileSync(`${out}.carrel.json`, 'earlier evidence');
        const before = contentOf(disk);
        const done = await run(out, '--force', ...args);
        expectRefused(done);
        expect(done.stderr).toContain('the disk is full');
        expect(contentOf(disk)).toEqual(before);
        rmSync(out);
        rmSync(`${out}.carrel.json`);
      }
    } finally {
      spawnSync('umount', [disk]);
    }
  });

  test('if the name is too long for it or its evidence, is read-only or has no folder', async () => {
    const place = at('place');
    mkdirSync(place);
    writeFileSync(join(place, 'read-only.csv'), 'earlier');
    chmodSync(join(place, 'read-only.csv'), 0o444);
    const before = contentOf(place);
    for (const name of ['x'.repeat(300), 'x'.repeat(250), 'read-only.csv', 'read-only.csv/x.csv', 'none/x.csv'])
      for (const format of ['csv', 'xpt'])
        expectRefused(await run(join(place, name), '--dataset', 'vitals', '--format', format, '--force'));
    expect(contentOf(place)).toEqual(before);
  });

  test('if it is one of several in a folder, and names those written before it', async () => {
    const place = at('several');
    mkdirSync(join(place, 'labs.csv'), { recursive: true });
    const done = await run(place, '--dataset', 'all', '--format', 'csv', '--force');
    expectRefused(done);
    expect(done.result.message).toContain('2 complete files were written before that: subjects.csv, medications.csv');
    expect(done.result.files.map(({ dataset }: { dataset: string }) => dataset)).toEqual(['subjects', 'medications']);
  });

  test('if only the evidence is in the way, unless --force replaces both', async () => {
    const place = at('evidence');
    mkdirSync(place);
    writeFileSync(join(place, 'labs.csv.carrel.json'), 'earlier');
    const args = ['--dataset', 'labs', '--format', 'csv'];
    expectRefused(await run(join(place, 'labs.csv'), ...args));
    expect(readdirSync(place)).toEqual(['labs.csv.carrel.json']);
    expect((await run(join(place, 'labs.csv'), ...args, '--force')).code).toBe(0);
    expect(JSON.parse(readFileSync(join(place, 'labs.csv.carrel.json'), 'utf8'))).toMatchObject({ file: 'labs.csv', study });
  });
});
