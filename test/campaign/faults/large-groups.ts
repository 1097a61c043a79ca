import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import { exportFormats, type ExportFormat } from '../../../src/shared/export-formats.ts';
import { readAesZip } from '../../aes-zip.ts';
import { carrel, connectTo, passphrase, workFolder, type Ended } from '../../cli/carrel.ts';
import { groupOf } from '../../contract/planted-records.ts';
import { askDuckDb } from '../../unit/export/duckdb.ts';
import { startPublicService } from '../public-data/service.ts';
import type { FaultCase } from './fault-case.ts';

const study = 'LARGE-GROUP';
const zipPassphrase = 'a phrase for whoever gets it';

/** A data folder with a mirrored Group of this many members, and a folder for exports. */
interface LargeGroup {
  readonly members: number;
  readonly place: string;
  /** Fails unless the command ends with 0. */
  readonly run: (args: readonly string[], env?: Readonly<Record<string, string>>) => Promise<Ended>;
}

async function withLargeGroup(members: number, use: (group: LargeGroup) => Promise<void>): Promise<void> {
  const folder = workFolder();
  const ids = Array.from({ length: members }, (_, at) => memberOf(at));
  const records = { subjects: [groupOf(study, ids)], labs: [], vitals: [], medications: [], responses: [] };
  const service = await startPublicService([{ number: study, subjects: members, records }]);
  const dataDir = join(folder.path, 'data');
  const place = join(folder.path, 'exports');
  try {
    mkdirSync(place);
    assert.equal((await connectTo({ ...service.credentials, baseUrl: service.baseUrl }, dataDir)).code, 0);
    const run: LargeGroup['run'] = async (args, env = {}) => {
      const done = await carrel([...args, '--json'], { dataDir, env: { CARREL_PASSPHRASE: passphrase, ...env } });
      assert.equal(done.code, 0, `${args.join(' ')}: ${done.stderr}`);
      return done;
    };
    const synced = await run(['sync', study]);
    assert.equal(synced.result.studies[0].datasets[0].records, members);
    await use({ members, place, run });
    assert.deepEqual((await run(['verify'])).result.findings, []);
  } finally {
    await service.close();
    folder.remove();
  }
}

/** Long and unlike anything else in a file, so that it can be counted in the bytes of any format. */
function memberOf(at: number): string {
  return `MEMBER-${String(at).padStart(6, '0')}`;
}

/** The number of different members named in a file. */
function membersIn(bytes: Uint8Array): number {
  return new Set(
    Buffer.from(bytes)
      .toString('latin1')
      .match(/MEMBER-\d{6}/g),
  ).size;
}

async function membersInZip(bytes: Uint8Array): Promise<number> {
  const found: Uint8Array[] = [];
  for (const entry of await new ZipReader(new Uint8ArrayReader(bytes)).getEntries())
    if (!entry.directory) found.push(await entry.getData(new Uint8ArrayWriter()));
  return membersIn(Buffer.concat(found));
}

async function membersInParquet(pattern: string): Promise<number> {
  const { rows } = await askDuckDb(`SELECT count(DISTINCT subject)::INTEGER FROM read_parquet('${pattern}', union_by_name = true)`);
  return Number(rows[0]?.[0]);
}

async function membersExported(path: string, format: ExportFormat): Promise<number> {
  if (format === 'parquet') return membersInParquet(path);
  const bytes = readFileSync(path);
  return format === 'xlsx' ? membersInZip(bytes) : membersIn(bytes);
}

async function tryFormats({ members, place, run }: LargeGroup): Promise<void> {
  for (const format of exportFormats) {
    const path = join(place, `subjects-${format}`);
    await run(['export', study, '--dataset', 'subjects', '--format', format, '--out', path]);
    assert.equal(await membersExported(path, format), members, format);
  }
}

async function tryLake({ members, place, run }: LargeGroup): Promise<void> {
  const lake = join(place, 'lake');
  await run(['export', study, '--lake', lake]);
  assert.equal(await membersInParquet(`${lake}/**/*.parquet`), members, 'lake');
}

/** A protected export contains no names, so its lines are counted. */
async function tryProtected({ members, place, run }: LargeGroup): Promise<void> {
  const path = join(place, 'protected.zip');
  await run(
    [
      ...['export', study, '--dataset', 'subjects', '--format', 'csv', '--out', path],
      ...['--protect', '--recipient', 'Acme', '--anchor', 'first-record'],
    ],
    { CARREL_EXPORT_PASSPHRASE: zipPassphrase },
  );
  const files = Object.entries(readAesZip(readFileSync(path), zipPassphrase));
  const csv = files.find(([name]) => name.endsWith('.csv'))?.[1] ?? Buffer.alloc(0);
  assert.equal(membersIn(Buffer.concat(files.map(([, bytes]) => bytes))), 0);
  assert.equal(csv.toString().trimEnd().split('\r\n').length - 1, members, 'protected');
}

async function tryGroup(members: number): Promise<void> {
  await withLargeGroup(members, async (group) => {
    await tryFormats(group);
    await tryLake(group);
    await tryProtected(group);
  });
}

export const largeGroupCases: readonly FaultCase[] = [
  {
    id: 'F76',
    title: 'a Group of 20,000 members is complete in every format, in the lake and in a protected export',
    process: true,
    run: async () => tryGroup(20_000),
  },
  {
    id: 'F76',
    title: 'a Group of 200,000 members is complete in every format, in the lake and in a protected export',
    slow: true,
    process: true,
    run: async () => tryGroup(200_000),
  },
];
