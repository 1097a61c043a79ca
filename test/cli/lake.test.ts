import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadCommands } from '../../src/cli/commands.ts';
import { runCommandLine } from '../../src/cli/run.ts';
import { hostMark } from '../../src/core/platform/atomic-file.ts';
import { openVault } from '../../src/core/vault/open-vault.ts';
import { askDuckDb } from '../unit/export/duckdb.ts';
import { carrel, connectTo, passphrase, startSandbox, workFolder, type Ended, type Sandbox } from './carrel.ts';

const folder = workFolder();
const dataDir = join(folder.path, 'data');
const lake = join(folder.path, 'lake');
const study = '22-001';
let sandbox: Sandbox;

const run = (...args: readonly string[]): Promise<Ended> =>
  carrel([...args, '--json'], { dataDir, env: { CARREL_PASSPHRASE: passphrase } });

beforeAll(async () => {
  sandbox = await startSandbox(['--subjects', '4', '--studies', study]);
  await connectTo(sandbox, dataDir);
  await run('sync', study);
});
afterAll(async () => {
  await sandbox.stop();
  folder.remove();
});

test('export --lake writes the whole study once, and nothing if nothing is new', async () => {
  const first = await run('export', study, '--lake', lake);
  expect(first).toMatchObject({ code: 0, result: { study, lake: { folder: lake } } });
  expect(first.result.lake.files).toHaveLength(5);
  const { rows } = await askDuckDb(
    `SELECT dataset, count(*)::INTEGER FROM read_parquet('${lake}/**/*.parquet', hive_partitioning = true, union_by_name = true) GROUP BY 1 ORDER BY 1`,
  );
  const counted = new Map(
    (await run('status', study)).result.studies[0].datasets.map((one: { dataset: string; records: number }) => [one.dataset, one.records]),
  );
  expect(rows.map(([dataset, count]) => [dataset, Number(count)])).toEqual(
    [...counted].sort(([left], [right]) => (String(left) < String(right) ? -1 : 1)),
  );
  const manifest = readFileSync(join(lake, '_carrel.json'));
  const again = await run('export', study, '--lake', lake);
  expect(again).toMatchObject({ code: 0, result: { lake: { files: [], rows: 0 } } });
  expect(readFileSync(join(lake, '_carrel.json')).equals(manifest)).toBe(true);
});

test('a lake in which somebody changed a file and its digest in the manifest is refused with 25', async () => {
  const [path, changed] = [join(lake, '_carrel.json'), 'a forged file'];
  const manifest = readFileSync(path, 'utf8');
  const [one] = (JSON.parse(manifest) as { files: { path: string; bytes: number; sha256: string }[] }).files;
  if (one === undefined) throw new Error('the lake has no file');
  const file = join(lake, one.path);
  const genuine = readFileSync(file);
  writeFileSync(file, changed);
  const digest = createHash('sha256').update(changed).digest('hex');
  const sizes = [`"bytes": ${String(one.bytes)}`, `"bytes": ${String(changed.length)}`] as const;
  writeFileSync(path, manifest.replace(one.sha256, digest).replace(...sizes));
  const refused = await run('export', study, '--lake', lake);
  expect(refused.code).toBe(25);
  expect(refused.stdout + refused.stderr).toContain('the audit trail here did not record its manifest');
  writeFileSync(file, genuine);
  writeFileSync(path, manifest);
  expect(await run('export', study, '--lake', lake)).toMatchObject({ code: 0, result: { lake: { files: [] } } });
});

test('a folder with foreign files is refused with 25, and options for files with 2', async () => {
  writeFileSync(join(lake, 'mine.txt'), 'mine');
  const refused = await run('export', study, '--lake', lake);
  expect(refused.code).toBe(25);
  expect(refused.stdout + refused.stderr).toContain('mine.txt');
  expect((await run('export', study, '--lake', lake, '--dataset', 'labs')).code).toBe(2);
  expect((await run('export', study, '--lake', lake, '--anchor', 'baseline')).code).toBe(2);
});

test('the end of a killed run is recorded before another run removes what it left', async () => {
  const [other, part] = [join(folder.path, 'other'), `.carrel-${hostMark()}-4194999-0123456789ab.part`];
  const asked = { id: 'killed', study, dataset: null, format: 'parquet-lake', where: [], narrowed: false, generation: null } as const;
  const vault = await openVault(dataDir, { passphrase });
  const noted = vault.exports.begin({ kind: 'export-begun', ...asked }, join(other, '_carrel.json'));
  noted.written({ kind: 'export', ...asked, rows: 1, columns: 0, sha256: 'ab' }, part);
  vault.close();
  mkdirSync(other);
  writeFileSync(join(other, part), 'half');
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const env = { CARREL_DATA_DIR: dataDir, CARREL_PASSPHRASE: passphrase };
  const args = ['export', study, '--lake', other];
  expect(await runCommandLine(args, await loadCommands(), { stdin, stdout, stderr, env }, new AbortController().signal)).toBe(0);
  const later = await openVault(dataDir, { passphrase });
  const failed = later.audit.entries().filter(({ event }) => event.kind === 'export-failed');
  expect(failed.map(({ event }) => event)).toEqual([expect.objectContaining({ id: 'killed', outcome: 'INTERRUPTED' })]);
  later.close();
});
