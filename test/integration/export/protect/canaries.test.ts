import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { parquetReadObjects } from 'hyparquet';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { exportFile } from '../../../../src/core/export/export-file.ts';
import { exportFormats } from '../../../../src/shared/export-formats.ts';
import { datasetNames, datasets, type DatasetName } from '../../../../src/shared/datasets/datasets.ts';
import type { Column } from '../../../../src/shared/datasets/declaration.ts';
import { treatmentOf } from '../../../../src/shared/protection.ts';
import { everything, makeStudy, type FixtureRow, type StudyFixture } from '../../../unit/query/study-fixture.ts';
import { made, planOf } from '../../../unit/export/plan.ts';

/** Texts of one subject that must not be in any file; dates are searched for in every form that a file may use. */
interface Canaries {
  readonly subject: string;
  readonly performer: string;
  readonly guid: string;
  readonly omop: string;
  readonly caseId: string;
  readonly lesion: string;
  readonly date: string;
  readonly dropped: string;
}

const subjects: readonly Canaries[] = [0, 1, 2].map((at) => ({
  subject: `SUBJ-47${at}-QX`,
  performer: `Dr. Wren-${at} Ortega`,
  guid: `5d41402a-bc4b-4a76-b971-9d911017c59${at}`,
  omop: `88123${at}-drug_exposure`,
  caseId: `CASE47${at}`,
  lesion: `CASE47${at}-90012-T0${at}`,
  date: `2023-08-1${at + 1}`,
  dropped: `Mr. Xylander ${at}: two a day`,
}));
const spelled = ({ date, ...texts }: Canaries): readonly string[] => {
  const [, , day = ''] = date.split('-');
  const serial = Math.round((Date.parse(date) - Date.UTC(1899, 11, 30)) / 86_400_000);
  return [
    ...Object.values(texts),
    date,
    date.replaceAll('-', ''),
    `${day}.08.2023`,
    `${day}AUG2023`,
    `>${String(serial)}<`,
    `>${String(serial)}.`,
  ];
};
const canaries = subjects.flatMap(spelled);

let fixture: StudyFixture;
beforeEach(() => {
  fixture = makeStudy();
  for (const name of datasetNames) fixture.add(name, rowsOf(name));
});
afterEach(() => {
  fixture.remove();
});

/** What a person may have typed into a text: names and dates of this subject and of another, and other ids of the record. */
function typedIn(name: DatasetName, of: Canaries, record: string): readonly string[] {
  const [, other = of] = [...subjects.filter((one) => one !== of), of];
  const own: Readonly<Partial<Record<DatasetName, readonly string[]>>> = { medications: [of.omop], responses: [of.caseId, of.lesion] };
  const dates = spelled(of).filter((text) => text.includes('2023'));
  return [of.subject, other.subject, of.performer, other.performer, record, ...dates, ...(own[name] ?? [])];
}

/** For each subject one record per typed text, which is in every text column that is kept. */
function rowsOf(name: DatasetName): readonly FixtureRow[] {
  const { columns, key } = datasets[name];
  return subjects.flatMap((of, who) => {
    const typed = key === 'subject' ? [''] : ['', ...typedIn(name, of, of.guid)];
    return typed.map((said, at) => {
      const record = `${of.guid}-${at}`;
      const text = said === of.guid ? record : said;
      return Object.fromEntries(
        columns.map((column) => [column.name, column.name === 'record_id' ? record : cellOf(column, of, text, who)]),
      );
    });
  });
}

function cellOf(column: Column, of: Canaries, said: string, who: number): FixtureRow[string] {
  if (column.tells === 'record') return column.name === 'omop_record' ? of.omop : of.guid;
  if (column.name === 'unique_subject') return `22-001-${of.subject}`;
  if (column.tells === 'subject') return of.subject;
  if (column.tells === 'case') return of.caseId;
  if (column.tells === 'lesion') return [of.lesion];
  if (column.tells === 'person') return of.performer;
  if (column.tells === 'date') return `${of.date}T08:15:00`;
  if (treatmentOf(column).treatment === 'dropped') return of.dropped;
  if (column.tells === 'study') return '22-001';
  if (column.kind === 'number') return 5.1 + who;
  // A derived text is one of a few words.
  if ('derive' in column || column.kind === 'flag') return 'LOW';
  const text = said === '' ? 'usual' : `as told of ${said}, again`;
  return column.kind === 'list' ? ['usual', text] : text;
}

/** The rows of a Parquet file, whose texts are compressed. */
async function readParquet(bytes: Buffer): Promise<readonly object[]> {
  const whole = Uint8Array.from(bytes).buffer;
  const rows = await parquetReadObjects({
    file: { byteLength: whole.byteLength, slice: (start, end) => whole.slice(start, end) },
    compressors: { ZSTD: (packed) => zstdDecompressSync(packed), GZIP: (packed) => gunzipSync(packed) },
  });
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value)])));
}

/** The bytes of a file and, for a zip or workbook, of everything in it. */
async function bytesIn(bytes: Buffer, name: string): Promise<Buffer> {
  if (name.endsWith('.parquet')) return Buffer.concat([bytes, Buffer.from(JSON.stringify(await readParquet(bytes)))]);
  if (!/\.(?:zip|xlsx)$/.test(name)) return bytes;
  const parts = [bytes];
  for (const entry of await new ZipReader(new Uint8ArrayReader(bytes)).getEntries())
    if (!entry.directory) parts.push(await bytesIn(Buffer.from(await entry.getData(new Uint8ArrayWriter())), entry.filename));
  return Buffer.concat(parts);
}

async function run(
  format: (typeof exportFormats)[number],
  zipped: boolean,
  protect: boolean,
  names: readonly DatasetName[] = datasetNames,
): Promise<Buffer> {
  const name = zipped ? `out-${format}.zip` : `out-${names.join()}.${format}`;
  const path = join(fixture.folder, name);
  const plan = {
    ...planOf({ selection: everything('labs'), format }),
    parts: names.map((dataset) => ({
      selection: {
        ...everything(dataset),
        where: [{ column: 'subject', op: 'in' as const, values: subjects.map(({ subject }) => subject) }],
      },
      sort: [],
      columns: datasets[dataset].columns.map((column) => column.name),
    })),
    zip: zipped ? { passphrase: null } : null,
    protection: protect ? { recipient: 'Acme', anchor: { kind: 'first-record' as const }, salt: Buffer.alloc(32, 3) } : null,
  };
  const outcome = await exportFile(fixture.study, plan, { path, replace: true, made });
  expect(outcome.rows).toBeGreaterThan(0);
  const beside = outcome.evidence === null ? Buffer.alloc(0) : readFileSync(`${path}.carrel.json`);
  return Buffer.concat([Buffer.from(JSON.stringify(outcome)), beside, await bytesIn(readFileSync(path), name)]);
}

/** The canaries found in these bytes, ignoring case. */
function found(bytes: Buffer): readonly string[] {
  const text = bytes.toString('latin1').toLowerCase();
  return canaries.filter((canary) => text.includes(canary.toLowerCase()));
}

const formats = exportFormats.filter((format) => format !== 'ndjson');

describe('a protected export holds no identifier and no date', () => {
  test.each(formats)('as %s in a zip with all columns, unlike an unprotected export', async (format) => {
    expect(found(await run(format, true, true))).toEqual([]);
    expect(found(await run(format, true, false)).length).toBeGreaterThan(subjects.length * 8);
  });

  test.each(datasetNames.flatMap((dataset) => formats.map((format) => [dataset, format] as const)))(
    'of %s as %s',
    async (dataset, format) => {
      const bytes = await run(format, false, true, [dataset]);
      expect(found(bytes)).toEqual([]);
      expect(bytes.includes('(pseudonym)')).toBe(true);
    },
  );
});
