import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readAesZip } from '../aes-zip.ts';
import { startPublicService, type PublicService } from '../campaign/public-data/service.ts';
import { carrel, connectTo, passphrase, workFolder, type Ended } from './carrel.ts';
import { plantedStudy, plantIdentities, tellingAnyway, tellingNumbers, tellingSubjects, tellingTexts } from './planted-identities.ts';

const folder = workFolder();
const dataDir = join(folder.path, 'data');
const zipPassphrase = 'a phrase for whoever gets it';
const planted = [...tellingTexts, ...tellingNumbers, ...tellingSubjects, ...tellingAnyway];
let service: PublicService;

const at = (name: string): string => join(folder.path, name);
const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> =>
  carrel([...args, '--json'], { dataDir, env: { CARREL_PASSPHRASE: passphrase, ...env } });
const protect = (format: string, out: string, ...more: readonly string[]): Promise<Ended> =>
  run(['export', plantedStudy, '--dataset', 'all', '--format', format, '--out', at(out), '--protect', '--recipient', 'Acme', ...more], {
    ...(out.endsWith('.zip') ? { CARREL_EXPORT_PASSPHRASE: zipPassphrase } : {}),
  });

beforeAll(async () => {
  service = await startPublicService([plantIdentities()]);
  await connectTo({ ...service.credentials, baseUrl: service.baseUrl }, dataDir);
  expect((await run(['sync', plantedStudy])).code).toBe(0);
});
afterAll(async () => {
  await service.close();
  folder.remove();
});

/** The contents of a file as texts, unpacked recursively. */
async function textsIn(name: string, bytes: Buffer): Promise<readonly string[]> {
  if (name.endsWith('.parquet')) return [await parquetText(bytes)];
  if (!/\.(?:zip|xlsx)$/.test(name)) return [bytes.toString('utf8'), ...(name.endsWith('.xpt') ? [numbersOf(bytes)] : [])];
  const members = bytes.includes('study.xlsx') || !name.endsWith('.zip') ? null : readAesZip(bytes, zipPassphrase);
  if (members !== null) return (await Promise.all(Object.entries(members).map(([member, inside]) => textsIn(member, inside)))).flat();
  const entries = await new ZipReader(new Uint8ArrayReader(bytes), { password: zipPassphrase }).getEntries();
  const parts = entries.map(async (entry) =>
    entry.directory ? [] : textsIn(entry.filename, Buffer.from(await entry.getData(new Uint8ArrayWriter()))),
  );
  return [...(await Promise.all(parts)).flat(), entries.map(({ filename, comment }) => `${filename} ${comment}`).join('\n')];
}

/** Footer, statistics and rows of a Parquet file. */
async function parquetText(bytes: Buffer): Promise<string> {
  const whole = Uint8Array.from(bytes).buffer;
  const said = (value: unknown): string =>
    JSON.stringify(value, (_, one: unknown) =>
      typeof one === 'bigint' ? String(one) : one instanceof Uint8Array ? Buffer.from(one).toString() : one,
    );
  const rows = await parquetReadObjects({
    file: { byteLength: whole.byteLength, slice: (start, end) => whole.slice(start, end) },
    compressors: { ZSTD: (packed) => zstdDecompressSync(packed), GZIP: (packed) => gunzipSync(packed) },
  });
  const metadata = parquetMetadata(whole);
  const footer = (metadata.key_value_metadata ?? []).map(({ value }) => value).join('\n');
  return [said(metadata), footer, said(rows)].join('\n');
}

/** The planted numbers that a transport file contains as System/360 doubles, by their digits. */
function numbersOf(bytes: Buffer): string {
  return tellingNumbers
    .filter(({ text }) => Number.isFinite(Number(text)) && Math.abs(Number(text)) > 1e-9 && Number(text) !== 24)
    .filter(({ text }) => bytes.includes(ibmDouble(Number(text))))
    .map(({ text }) => text)
    .join(' ');
}

function ibmDouble(number: number): Buffer {
  let [exponent, fraction] = [64, Math.abs(number)];
  for (; fraction >= 1; exponent++) fraction /= 16;
  for (; fraction < 1 / 16; exponent--) fraction *= 16;
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(Math.round(fraction * 2 ** 53)) << 3n);
  bytes[0] = exponent | (number < 0 ? 0x80 : 0);
  return bytes;
}

/** The text normalised for the search: without pseudonyms, digests, export ids and export times. */
function folded(text: string): string {
  return text
    .replaceAll(/[PRCL]-[0-9A-HJKMNP-TV-Z]{13}/g, '')
    .replaceAll(/[0-9a-f]{64}|[0-9a-f]{8}-[0-9a-f-]{27}/g, '')
    .replaceAll(/2\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z/g, '')
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .replaceAll('\u0142', 'l')
    .toLowerCase();
}

function found(texts: readonly string[]): readonly string[] {
  const all = folded(texts.join('\n'));
  return planted.filter(({ tells }) => tells.test(all)).map(({ text }) => text);
}

/** A file, or all files of a folder, with their evidence. */
async function read(name: string): Promise<readonly string[]> {
  const files = readdirSync(folder.path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => path.startsWith(at(name)));
  return (await Promise.all(files.map((path) => textsIn(path, readFileSync(path))))).flat();
}

describe('more than a hundred identities and dates, in every field of a record that can hold text', () => {
  test('are all in an unprotected export', async () => {
    expect((await run(['export', plantedStudy, '--dataset', 'all', '--format', 'ndjson', '--out', at('plain')])).code).toBe(0);
    expect(planted.length).toBeGreaterThan(100);
    // This spelling of a date is not sent.
    expect(found(await read('plain'))).toEqual(planted.map(({ text }) => text).filter((text) => text !== '29 May 2025'));
  });

  test.each([
    ['csv', 'csv'],
    ['csv-excel', 'csv-excel'],
    ['dataset-json-nd', 'dataset-json-nd', '--headers', 'source'],
    ['parquet', 'parquet', '--anchor', 'visit:UnscheduledDr. Wetherby'],
    ['xlsx', 'study.xlsx'],
    ['xlsx', 'workbook.zip'],
    ['xpt', 'xpt.zip', '--define'],
    ['dataset-json', 'dataset-json.zip', '--define', '--headers', 'sdtm'],
  ])('do not appear in %s as %s', async (format, out, ...more) => {
    const done = await protect(format, out, ...more);
    expect([done.code, done.stderr]).toEqual([0, '']);
    const texts = await read(out);
    expect(texts.join().match(/P-[0-9A-HJKMNP-TV-Z]{13}/g)?.length).toBeGreaterThan(1000);
    expect(found([...texts, done.stdout])).toEqual([]);
  });

  test('do not appear in a lake', async () => {
    const done = await run(['export', plantedStudy, '--lake', at('lake'), '--protect']);
    expect(done.code).toBe(0);
    expect(found([...(await read('lake')), done.stdout, ...readdirSync(at('lake'), { recursive: true }).map(String)])).toEqual([]);
  });

  test('are not revealed by a filter, a sort order or a list of columns', async () => {
    const done = await protect('csv', 'filtered', '--where', 'result contains Lucinda', '--search', 'Wetherby');
    const one = await run([
      ...['export', plantedStudy, '--dataset', 'labs', '--format', 'csv', '--out', at('filtered.csv'), '--protect'],
      ...['--where', 'result contains Lucinda', '--columns', 'subject,result,performer,reference_range', '--sort', '-result'],
    ]);
    expect(one.code).toBe(0);
    expect(found([...(await read('filtered')), one.stdout, done.stdout])).toEqual([]);
  });

  test('cannot be confirmed by a digest of what the service sent', async () => {
    const plain = JSON.parse(readFileSync(join(at('plain'), 'subjects.ndjson.carrel.json'), 'utf8'));
    const { digest } = plain.datasets[0].proof;
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
    for (const name of ['csv', 'parquet', 'study.xlsx', 'workbook.zip', 'lake'])
      expect((await read(name)).join('\n')).not.toContain(digest);
  });

  test('leave useful values as they are: results, units, tests, visits and ranges', async () => {
    const labs = readFileSync(join(at('csv'), 'labs.csv'), 'utf8');
    for (const usual of [',C2D1,', ',ALT (SGPT),', ',24,', ',U/L,', ',NORMAL,', ',56,']) expect(labs).toContain(usual);
    const responses = readFileSync(join(at('csv'), 'responses.csv'), 'utf8');
    for (const usual of ['Follow-up 1', 'Stable Disease', '-5.0 mm', 'targetsum']) expect(responses).toContain(usual);
    expect(readFileSync(join(at('csv'), 'subjects.csv'), 'utf8').split('\r\n').length).toBe(tellingSubjects.length + 2);
  });
});
