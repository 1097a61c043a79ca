import { closeSync, ftruncateSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ExportPlan } from '../../../src/core/export/export-plan.ts';
import { verifyFile } from '../../../src/core/verify/verify-file.ts';
import type { VerifiedFile } from '../../../src/shared/calls/verify.ts';
import { made, planOf } from '../../unit/export/plan.ts';
import { everything, makeStudy, type StudyFixture } from '../../unit/query/study-fixture.ts';
import { addLabs, columns, exportTo, trailOf } from './exported.ts';
import { rewriteZip, zipOf } from './zips.ts';

let fixture: StudyFixture;
const at = (name: string): string => join(fixture.folder, name);
const workbook: ExportPlan = planOf({ selection: everything('labs'), columns, format: 'xlsx' });

beforeEach(() => {
  fixture = makeStudy();
  addLabs(fixture);
});
afterEach(() => {
  fixture.remove();
});

/** The verdict on a file of these bytes with a trail that knows one export. */
async function said(bytes: string | Uint8Array): Promise<VerifiedFile> {
  const { event } = await exportTo(fixture, 'known.csv', planOf({ selection: everything('labs') }));
  writeFileSync(at('file'), bytes);
  return verifyFile(at('file'), trailOf(event));
}

/** The peak memory of some work in bytes, beyond what was in use before. */
async function memoryOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage.rss();
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 5);
  await work();
  clearInterval(watch);
  return Math.max(most, process.memoryUsage.rss()) - before;
}

const MiB = 1024 * 1024;

/** A zip whose one member is declared this way, whatever it contains. */
function oddZip(
  name: string,
  packed: Uint8Array,
  odd: { readonly at?: number; readonly packed?: number; readonly flags?: number; readonly extra?: Buffer } = {},
): Buffer {
  const file = Buffer.from(name);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(8, 8);
  header.writeUInt32LE(packed.length, 18);
  header.writeUInt16LE(file.length, 26);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(odd.flags ?? 0, 8);
  entry.writeUInt16LE(8, 10);
  entry.writeUInt32LE(crc32(packed), 16);
  entry.writeUInt32LE(odd.packed ?? packed.length, 20);
  entry.writeUInt32LE(0xfffffff0, 24);
  const { extra = Buffer.alloc(0) } = odd;
  entry.writeUInt16LE(file.length, 28);
  entry.writeUInt16LE(extra.length, 30);
  entry.writeUInt32LE(odd.at ?? 0, 42);
  const body = Buffer.concat([header, file, packed]);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length + file.length + extra.length, 12);
  end.writeUInt32LE(body.length, 16);
  return Buffer.concat([body, entry, file, extra, end]);
}

function evidenceOf(more: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({ carrelEvidence: 1, export: { id: made.id, at: made.at }, study: '22-001', datasets: [], ...more });
}

describe('a hostile zip', () => {
  test('is recognised by valid evidence in it', async () => {
    expect(await said(oddZip('evidence.json', deflateRawSync(evidenceOf())))).toMatchObject({ verdict: 'changed', reason: 'id' });
  });

  test.each([
    ['whose evidence expands far beyond the size of evidence', oddZip('evidence.json', deflateRawSync(Buffer.alloc(64 * MiB, 0x20)))],
    ['whose evidence is encrypted', oddZip('evidence.json', deflateRawSync(evidenceOf()), { flags: 1 })],
    ['whose evidence is not deflated', oddZip('evidence.json', Buffer.from('nothing that was ever packed'))],
    ['whose evidence ends after the file', oddZip('evidence.json', deflateRawSync(evidenceOf()), { packed: 0x7fffffff })],
    ['whose evidence is outside the file', oddZip('evidence.json', deflateRawSync(evidenceOf()), { at: 0x7fffffff })],
    ['whose evidence is inside the list of members', oddZip('evidence.json', deflateRawSync(evidenceOf()), { at: 40 })],
  ])('%s is unknown, within bounded memory', async (_what, bytes) => {
    let found: VerifiedFile | undefined;
    const memory = await memoryOf(async () => {
      found = await said(bytes);
    });
    expect(found).toMatchObject({ verdict: 'unknown', reason: 'nothing', known: null });
    expect(memory).toBeLessThan(200 * MiB);
  });

  test('with two members of the same name is unknown, because readers disagree which one counts', async () => {
    const [one, two] = [evidenceOf(), evidenceOf({ study: 'other' })];
    const first = await zipOf({ 'evidence.json': one, 'evidence.jsox': two });
    const twice = Buffer.from(first.toString('latin1').replaceAll('evidence.jsox', 'evidence.json'), 'latin1');
    expect(await said(twice)).toMatchObject({ verdict: 'unknown', reason: 'nothing' });
  });

  test.each([
    ['in another letter case', 'Evidence.json'],
    ['after a backslash', '\\evidence.json'],
    ['before a NUL character', 'evidence.json\0'],
  ])('with a member whose name is the same %s is unknown', async (_what, name) => {
    expect(await said(await zipOf({ 'evidence.json': evidenceOf(), [name]: evidenceOf() }))).toMatchObject({ reason: 'nothing' });
  });

  /** Changes the end record, which is the last 22 bytes. */
  const withEnd = (zip: Buffer, change: (end: Buffer, before: Buffer) => Buffer): Buffer =>
    change(Buffer.from(zip.subarray(-22)), zip.subarray(0, -22));

  test.each([
    [
      'that follows another possible list',
      (end: Buffer, before: Buffer) => Buffer.concat([before, Buffer.alloc(before.length - end.readUInt32LE(16), 0x20), end]),
    ],
    [
      'with another end record in its comment',
      (end: Buffer, before: Buffer) => {
        const other = Buffer.from(end);
        other.writeUInt16LE(9, 20);
        end.writeUInt16LE(22, 20);
        return Buffer.concat([before, end, other]);
      },
    ],
    [
      'of more members than it counts',
      (end: Buffer, before: Buffer) => {
        end.writeUInt16LE(0, 10);
        return Buffer.concat([before, end]);
      },
    ],
  ])('with a list %s is unknown', async (_what, change) => {
    const zip = await zipOf({ 'evidence.json': evidenceOf() });
    expect(await said(zip)).toMatchObject({ reason: 'id' });
    expect(await said(withEnd(zip, change))).toMatchObject({ verdict: 'unknown', reason: 'nothing' });
  });

  test.each([
    ['another name before its bytes', (text: string) => text.replace('evidence.json', 'other---.json')],
    ['another name besides', (text: string) => text],
  ])('whose evidence has %s is unknown', async (what, change) => {
    const zip = oddZip(
      'evidence.json',
      deflateRawSync(evidenceOf()),
      what.endsWith('besides') ? { extra: Buffer.of(0x75, 0x70, 1, 0, 1) } : {},
    );
    expect(await said(Buffer.from(change(zip.toString('latin1')), 'latin1'))).toMatchObject({ verdict: 'unknown', reason: 'nothing' });
  });

  test('with more members than an export has is unknown', async () => {
    const many = Object.fromEntries(Array.from({ length: 4600 }, (_, number) => [`member-${String(number)}`, '']));
    expect(await said(await zipOf({ 'evidence.json': evidenceOf(), ...many }))).toMatchObject({ verdict: 'unknown', reason: 'nothing' });
  });

  test('changed anywhere is reported as changed or unknown', async () => {
    const { path, event } = await exportTo(fixture, 'study.zip', { ...workbook, format: 'csv', zip: { passphrase: null } });
    const bytes = readFileSync(path);
    const place = fc.record({ at: fc.nat(bytes.length - 1), to: fc.nat(255), cut: fc.option(fc.nat(bytes.length)) });
    await fc.assert(
      fc.asyncProperty(fc.array(place, { minLength: 1, maxLength: 4 }), async (changes) => {
        let bad = Buffer.from(bytes);
        for (const { at: where, to, cut } of changes) {
          if (where < bad.length) bad[where] = to;
          if (cut !== null) bad = bad.subarray(0, cut);
        }
        writeFileSync(at('bad'), bad);
        const { verdict } = await verifyFile(at('bad'), trailOf(event));
        expect(verdict).toEqual(bad.equals(bytes) ? 'unchanged' : expect.stringMatching(/^(changed|unknown)$/));
      }),
      { numRuns: 400 },
    );
  });
});

describe('a hostile workbook', () => {
  test('changed anywhere is reported as changed or unknown', async () => {
    const { path, event } = await exportTo(fixture, 'study.xlsx', workbook);
    const bytes = readFileSync(path);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ at: fc.nat(bytes.length - 1), to: fc.nat(255) }), { minLength: 1, maxLength: 4 }),
        async (changes) => {
          const bad = Buffer.from(bytes);
          for (const { at: where, to } of changes) bad[where] = to;
          writeFileSync(at('bad.xlsx'), bad);
          const { verdict } = await verifyFile(at('bad.xlsx'), trailOf(event));
          expect(verdict).toEqual(bad.equals(bytes) ? 'unchanged' : expect.stringMatching(/^(changed|unknown)$/));
        },
      ),
      { numRuns: 400 },
    );
  });

  const sheet = (text: string, name: string): boolean => name === 'xl/worksheets/sheet1.xml' && text.includes('sheetData');
  const about = (text: string): boolean => text.includes('Digest of the rows');

  test.each([
    [
      'a text without an end',
      (text: string, name: string) => (sheet(text, name) ? text.replace('<sheetData>', `<sheetData>${'x'.repeat(40 * MiB)}`) : text),
    ],
    [
      'a tag without an end',
      (text: string, name: string) => (sheet(text, name) ? text.replace('<sheetData>', `<a ${'x'.repeat(40 * MiB)}`) : text),
    ],
    [
      'one cell with very many texts',
      (text: string, name: string) => (sheet(text, name) ? text.replace('<is>', `<is>${'<t>xxxxxxxxxx</t>'.repeat(2_000_000)}`) : text),
    ],
    ['a row far below', (text: string, name: string) => (sheet(text, name) ? text.replace('<row r="4">', '<row r="1048576">') : text)],
    [
      'an About sheet that names very many rows',
      (text: string) => (about(text) ? text.replace(/(Rows<\/t><\/is><\/c><c r="B\d+">)<v>3<\/v>/, '$1<v>9007199254740991</v>') : text),
    ],
    [
      'an About sheet that names very many columns',
      (text: string) => (about(text) ? text.replace(/(Columns<\/t><\/is><\/c><c r="B\d+">)<v>6<\/v>/, '$1<v>9007199254740991</v>') : text),
    ],
    [
      'a row far below, and an About sheet that names all columns that are read',
      (text: string, name: string) =>
        about(text)
          ? text
              .replace(/(Columns<\/t><\/is><\/c><c r="B\d+">)<v>6<\/v>/, '$1<v>256</v>')
              .replace(/(Rows<\/t><\/is><\/c><c r="B\d+">)<v>3<\/v>/, '$1<v>1048575</v>')
          : sheet(text, name)
            ? text.replace(/<row r="4">.*<\/row>/s, '<row r="1048576"/>')
            : text,
    ],
    [
      'an About sheet with very many lines',
      (text: string) => (about(text) ? text.replace('</sheetData>', `${'<row/>'.repeat(3 * MiB)}</sheetData>`) : text),
    ],
  ])('with %s is verified within bounded memory, and never as the same rows', async (_what, change) => {
    const { path, event } = await exportTo(fixture, 'study.xlsx', workbook);
    const bytes = await rewriteZip(path, change);
    expect(bytes.equals(readFileSync(path))).toBe(false);
    writeFileSync(path, bytes);
    let found: VerifiedFile | undefined;
    const memory = await memoryOf(async () => {
      found = await verifyFile(path, trailOf(event));
    });
    expect(found?.verdict).toMatch(/^(changed|unknown)$/);
    expect(found?.rows?.same).not.toBe(true);
    expect(memory).toBeLessThan(300 * MiB);
  });
});

describe('hostile evidence beside a file', () => {
  const deep = '['.repeat(200_000);
  test.each([
    ['nests endlessly', `{"carrelEvidence":1,"x":${deep}`],
    ['nests deeply', `{"carrelEvidence":1,"x":${deep}${']'.repeat(200_000)}}`],
    ['is too large', evidenceOf({ x: 'x'.repeat(5 * MiB) })],
    ['is not JSON', 'carrelEvidence'],
    ['is of a later version', evidenceOf({ carrelEvidence: 2 })],
    ['has an invalid id', evidenceOf({ export: { id: '../../etc/passwd', at: '' } })],
    ['names the prototype of all objects', '{"__proto__":{"carrelEvidence":1,"study":"x"}}'],
    ['is not UTF-8', Buffer.concat([Buffer.from('{"carrelEvidence":1,"x":"'), Buffer.of(0xff, 0xfe), Buffer.from('"}')])],
  ])('that %s is ignored', async (_what, evidence) => {
    writeFileSync(at('file.carrel.json'), evidence);
    expect(await said('text')).toMatchObject({ verdict: 'unknown', reason: 'nothing', evidence: null, claim: null });
  });

  test('has its texts cut to 128 characters', async () => {
    writeFileSync(
      at('file.carrel.json'),
      evidenceOf({ study: 'x'.repeat(MiB), export: { id: '0d9c6f6a-0000-4000-8000-00000000000a', at: 'y'.repeat(MiB) } }),
    );
    const { claim } = await said('text');
    expect([claim?.study.length, claim?.at.length]).toEqual([128, 128]);
  });
});

test('a file of two gigabytes is read within bounded memory', async () => {
  const file = openSync(at('large'), 'w');
  ftruncateSync(file, 2 ** 31 + 5);
  writeSync(file, 'end', 2 ** 31 + 2);
  closeSync(file);
  let found: VerifiedFile | undefined;
  const memory = await memoryOf(async () => {
    found = await verifyFile(at('large'), []);
  });
  expect(found).toMatchObject({ verdict: 'unknown', bytes: 2 ** 31 + 5 });
  expect(memory).toBeLessThan(200 * MiB);
});

/** Adds shared texts to a workbook. */
async function addSharedTexts(path: string, items: () => string): Promise<void> {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings';
  const bytes = await rewriteZip(
    path,
    (text, name) =>
      name === 'xl/_rels/workbook.xml.rels'
        ? text.replace('</Relationships>', `<Relationship Id="r9" Type="${type}" Target="sharedStrings.xml"/></Relationships>`)
        : text,
    () => ({ 'xl/sharedStrings.xml': `<sst xmlns="${main}">${items()}</sst>` }),
  );
  writeFileSync(path, bytes);
}

test('a workbook with millions of shared texts is verified within bounded memory and recognised by its id', async () => {
  const { path, event } = await exportTo(fixture, 'study.xlsx', workbook);
  const item = (number: number): string => `<si><t>identifier of a record ${String(number)}</t></si>`;
  const part = (first: number): string => Array.from({ length: 100_000 }, (_, at) => item(first + at)).join('');
  await addSharedTexts(path, () => Array.from({ length: 30 }, (_, number) => part(number * 100_000)).join(''));
  let found: VerifiedFile | undefined;
  const memory = await memoryOf(async () => {
    found = await verifyFile(path, trailOf(event));
  });
  expect(found).toMatchObject({ verdict: 'changed', reason: 'id', rows: { same: true } });
  expect(memory).toBeLessThan(300 * MiB);
});

test('a workbook with more shared text than is held is recognised by its id, and its rows are not compared', async () => {
  const { path, event } = await exportTo(fixture, 'study.xlsx', workbook);
  await addSharedTexts(path, () => `<si><t>${'x'.repeat(MiB)}</t></si>`.repeat(160));
  expect(await verifyFile(path, trailOf(event))).toMatchObject({ verdict: 'changed', reason: 'id', rows: null });
});

test('a workbook whose tags declare thousands of namespaces is still verified', async () => {
  const { path, event } = await exportTo(fixture, 'study.xlsx', workbook);
  const names = Array.from({ length: 4000 }, (_, at) => ` xmlns:a${String(at)}=""`).join('');
  const sheet = 'xl/worksheets/sheet1.xml';
  const bytes = await rewriteZip(path, (text, name) =>
    name === sheet ? text.replace('<sheetData>', `${`<x${names}/>`.repeat(200)}<sheetData>`) : text,
  );
  writeFileSync(path, bytes);
  expect(await verifyFile(path, trailOf(event))).toMatchObject({ verdict: 'changed', rows: { same: true } });
});
