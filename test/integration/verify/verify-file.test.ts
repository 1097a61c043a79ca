import { copyFileSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { verifyFile } from '../../../src/core/verify/verify-file.ts';
import type { ExportPlan } from '../../../src/core/export/export-plan.ts';
import { planOf } from '../../unit/export/plan.ts';
import { everything, makeStudy, studyNumber, type StudyFixture } from '../../unit/query/study-fixture.ts';
import { addLabs, columns, exportTo, trailOf } from './exported.ts';

const [first, second] = ['0d9c6f6a-0000-4000-8000-000000000001', '0d9c6f6a-0000-4000-8000-000000000002'];
const labs = planOf({ selection: everything('labs'), columns });
const both: ExportPlan = {
  ...labs,
  parts: [...labs.parts, { selection: everything('subjects'), sort: [], columns: [] }],
};
let fixture: StudyFixture;
const at = (name: string): string => join(fixture.folder, name);

beforeEach(() => {
  fixture = makeStudy();
  addLabs(fixture, 4);
  fixture.add('subjects', [{ subject: '0012' }], 3);
  fixture.change("UPDATE state SET generation = 3 WHERE dataset = 'subjects'");
});
afterEach(() => {
  fixture.remove();
});

describe('an unchanged export', () => {
  test.each(['csv', 'csv-excel', 'dataset-json', 'xpt', 'xlsx'] as const)('is reported as unchanged, as %s', async (format) => {
    const { path, event } = await exportTo(fixture, 'labs.out', { ...labs, format });
    expect(await verifyFile(path, trailOf(event))).toMatchObject({
      name: 'labs.out',
      sha256: event.sha256,
      verdict: 'unchanged',
      reason: 'digest',
      times: 1,
      known: { what: 'export', id: event.id, at: '2026-11-22T12:00:01.000Z', by: 'nina', study: studyNumber, dataset: 'labs', rows: 3 },
      evidence: format === 'xlsx' ? null : 'agrees',
      datasets: [{ dataset: 'labs', generation: 4 }],
      rows: null,
    });
  });

  test('is recognised under any name and without its evidence', async () => {
    const { path, event } = await exportTo(fixture, 'labs.csv', labs);
    rmSync(`${path}.carrel.json`);
    renameSync(path, at('sent to somebody.txt'));
    expect(await verifyFile(at('sent to somebody.txt'), trailOf(event))).toMatchObject({ verdict: 'unchanged', evidence: null });
  });

  test.each([
    ['a workbook', { ...both, format: 'xlsx' }],
    ['a zip', { ...both, zip: { passphrase: null } }],
    ['an encrypted zip, by the evidence beside it', { ...both, zip: { passphrase: 'six words that nobody guesses' } }],
  ] as const)('states the datasets of %s, each with its own generation', async (_what, plan) => {
    const { path, event } = await exportTo(fixture, 'study.out', plan);
    expect(event).toMatchObject({ dataset: null, generation: 4 });
    expect(await verifyFile(path, trailOf(event))).toMatchObject({
      verdict: 'unchanged',
      datasets: [
        { dataset: 'labs', generation: 4 },
        { dataset: 'subjects', generation: 3 },
      ],
    });
  });

  test('states no datasets if its evidence is missing or disagrees with the trail', async () => {
    const { path, event } = await exportTo(fixture, 'study.zip', { ...both, zip: { passphrase: 'six words that nobody guesses' } });
    expect(await verifyFile(path, trailOf({ ...event, generation: 5 }))).toMatchObject({ evidence: 'differs', datasets: [] });
    rmSync(`${path}.carrel.json`);
    expect(await verifyFile(path, trailOf(event))).toMatchObject({ verdict: 'unchanged', evidence: null, datasets: [] });
  });

  test('is unchanged beside the evidence of another export, which is reported', async () => {
    const { path, event } = await exportTo(fixture, 'labs.csv', labs, first);
    const other = await exportTo(fixture, 'subjects.csv', { ...labs, parts: both.parts.slice(1) }, second);
    copyFileSync(`${other.path}.carrel.json`, `${path}.carrel.json`);
    expect(await verifyFile(path, trailOf(event, other.event))).toMatchObject({
      verdict: 'unchanged',
      known: { id: first },
      evidence: 'differs',
    });
  });

  test('is unchanged beside edited evidence, which is reported', async () => {
    const { path, event } = await exportTo(fixture, 'labs.csv', labs);
    const beside = `${path}.carrel.json`;
    writeFileSync(beside, readFileSync(beside, 'utf8').replace('"filters": []', '"filters": ["Subject is 0012"]'));
    expect(await verifyFile(path, trailOf(event))).toMatchObject({ verdict: 'unchanged', evidence: 'differs' });
    // Entries of earlier versions have no digest of it.
    const { evidenceSha256: _digest, ...earlier } = event;
    expect(await verifyFile(path, trailOf(earlier))).toMatchObject({ verdict: 'unchanged', evidence: 'agrees' });
  });

  test.each([
    ['is no longer evidence', (text: string) => text.replace('"carrelEvidence": 1', '"carrelEvidence": 2')],
    ['is not text', () => '\0'],
    ['is too large', (text: string) => text + ' '.repeat(5 * 1024 * 1024)],
  ])('is unchanged beside evidence that %s, which is reported', async (_what, change) => {
    const { path, event } = await exportTo(fixture, 'labs.csv', labs);
    const beside = `${path}.carrel.json`;
    writeFileSync(beside, change(readFileSync(beside, 'utf8')));
    expect(await verifyFile(path, trailOf(event))).toMatchObject({ verdict: 'unchanged', evidence: 'differs' });
    rmSync(beside);
    symlinkSync(path, beside);
    expect(await verifyFile(path, trailOf(event))).toMatchObject({ verdict: 'unchanged', evidence: 'differs' });
  });

  test.each([
    ['names fewer datasets', (text: string) => text.replace('"dataset": "labs"', '"dataset": "subjects"')],
    ['names another generation', (text: string) => text.replace('"generation": 3', '"generation": 4')],
  ])('states no datasets beside evidence that %s than it had', async (_what, change) => {
    const { path, event } = await exportTo(fixture, 'study.zip', { ...both, zip: { passphrase: 'six words that nobody guesses' } });
    const beside = `${path}.carrel.json`;
    const before = readFileSync(beside, 'utf8');
    expect(change(before)).not.toBe(before);
    writeFileSync(beside, change(before));
    expect(await verifyFile(path, trailOf(event))).toMatchObject({ verdict: 'unchanged', evidence: 'differs', datasets: [] });
  });

  test('has no evidence beside it as a workbook, so any evidence there is not its own', async () => {
    const { path, event } = await exportTo(fixture, 'study.xlsx', { ...both, format: 'xlsx' });
    const zip = await exportTo(fixture, 'study.zip', { ...both, zip: { passphrase: null } });
    const text = readFileSync(`${zip.path}.carrel.json`, 'utf8').replace(zip.event.sha256, event.sha256);
    writeFileSync(`${path}.carrel.json`, text);
    expect(await verifyFile(path, trailOf(event))).toMatchObject({ verdict: 'unchanged', evidence: 'differs' });
  });

  test('names other studies and datasets whose export has the same bytes, once each', async () => {
    const { path, event } = await exportTo(fixture, 'labs.csv', labs, first);
    const others = [event, { ...event, study: '22-009', id: second }, { ...event, dataset: 'vitals' as const, id: second }];
    expect(await verifyFile(path, trailOf(...others, ...others))).toMatchObject({
      times: 6,
      known: { id: first, study: studyNumber },
      others: [
        { study: '22-009', dataset: 'labs' },
        { study: studyNumber, dataset: 'vitals' },
      ],
    });
    expect(await verifyFile(path, trailOf(event, event))).toMatchObject({ times: 2, others: [] });
  });

  test('is, of several entries with its SHA-256, the one that its evidence names, else the newest that was completed', async () => {
    const one = await exportTo(fixture, 'one.csv', labs, first);
    const two = await exportTo(fixture, 'two.csv', labs, second);
    expect(one.event.sha256).toBe(two.event.sha256);
    const trail = trailOf(one.event, two.event);
    expect(await verifyFile(one.path, trail)).toMatchObject({ times: 2, known: { id: first }, evidence: 'agrees' });
    copyFileSync(one.path, at('copy.csv'));
    expect(await verifyFile(at('copy.csv'), trail)).toMatchObject({ times: 2, known: { id: second } });
    const { kind: _kind, rows: _rows, columns: _columns, sha256: _sha256, evidenceSha256: _evidence, ...asked } = two.event;
    const failed = trailOf(one.event, two.event, { kind: 'export-failed', outcome: 'INTERRUPTED', ...asked });
    expect(await verifyFile(at('copy.csv'), failed)).toMatchObject({ known: { id: first, nameless: false } });
    const alone = trailOf(two.event, { kind: 'export-failed', outcome: 'INTERRUPTED', ...asked });
    expect(await verifyFile(at('copy.csv'), alone)).toMatchObject({ verdict: 'unchanged', known: { id: second, nameless: true } });
  });

  test.each([
    { kind: 'wiped', study: studyNumber },
    { kind: 'renewed', study: studyNumber },
    { kind: 'unpack', study: studyNumber, outcome: 'replaced', madeAt: '', sha256: 'aa', generation: 9, expires: '2026-12-24' },
  ] as const)('belongs to an earlier history if its study was $kind since, but not if before', async (fresh) => {
    const { path, event } = await exportTo(fixture, 'labs.csv', labs);
    expect(await verifyFile(path, trailOf(event, fresh))).toMatchObject({ known: { anew: true } });
    expect(await verifyFile(path, trailOf(fresh, event))).toMatchObject({ known: { anew: false } });
    expect(await verifyFile(path, trailOf(event, { ...fresh, study: 'another' }))).toMatchObject({ known: { anew: false } });
  });
});

describe('a changed export', () => {
  test.each([
    ['beside its evidence', 'labs.csv', labs, 'beside'],
    ['a zip with its evidence in it', 'study.zip', { ...both, zip: { passphrase: null } }, 'id'],
    ['a workbook with its About sheet', 'study.xlsx', { ...both, format: 'xlsx' }, 'id'],
  ] as const)('is recognised by the id in it or beside it: %s', async (_what, name, plan, reason) => {
    const { path, event } = await exportTo(fixture, name, plan);
    if (name !== 'labs.csv') rmSync(`${path}.carrel.json`, { force: true });
    const bytes = readFileSync(path);
    // In a zip, this is the time of the first member, which no reader checks.
    bytes[name === 'labs.csv' ? bytes.length - 3 : 10] = 0x21;
    writeFileSync(path, bytes);
    const found = await verifyFile(path, trailOf(event));
    expect(found).toMatchObject({ verdict: 'changed', reason, known: { id: event.id, rows: event.rows }, claim: null });
    expect(found.sha256).not.toBe(event.sha256);
    expect(found.datasets.length).toBe(plan.parts.length);
  });

  test('is reported as changed even if its evidence was adapted to it', async () => {
    const { path, event } = await exportTo(fixture, 'labs.csv', labs);
    writeFileSync(path, readFileSync(path, 'utf8').replace('24', '42'));
    const { sha256 } = await verifyFile(path, []);
    const beside = `${path}.carrel.json`;
    writeFileSync(beside, readFileSync(beside, 'utf8').replace(event.sha256, sha256));
    expect(await verifyFile(path, trailOf(event))).toMatchObject({ verdict: 'changed', reason: 'beside', evidence: 'differs' });
  });

  test('of another computer is detected by its evidence alone', async () => {
    const { path } = await exportTo(fixture, 'labs.csv', labs);
    writeFileSync(path, `${readFileSync(path, 'utf8')}\r\n`);
    expect(await verifyFile(path, trailOf())).toMatchObject({
      verdict: 'changed',
      reason: 'evidence-differs',
      known: null,
      evidence: 'differs',
      claim: { study: studyNumber, at: '2026-11-22T12:00:00.000Z' },
      datasets: [],
    });
  });
});

describe('an unknown file', () => {
  test('with evidence that agrees remains unproven', async () => {
    const { path } = await exportTo(fixture, 'labs.csv', labs);
    expect(await verifyFile(path, trailOf())).toMatchObject({
      verdict: 'unknown',
      reason: 'evidence-only',
      evidence: 'agrees',
      known: null,
    });
  });

  test('with evidence in it states what that claims', async () => {
    const { path } = await exportTo(fixture, 'study.xlsx', { ...both, format: 'xlsx' });
    expect(await verifyFile(path, trailOf())).toMatchObject({ verdict: 'unknown', reason: 'claims', claim: { study: studyNumber } });
  });

  test.each([
    ['nothing', '', 'nothing'],
    ['text', 'Subject,Result\r\n', 'nothing'],
    ['the first bytes of a site pack', 'carrel-site-pack and more', 'site-pack'],
  ])('that contains %s stays unknown', async (_what, text, reason) => {
    writeFileSync(at('file'), text);
    expect(await verifyFile(at('file'), trailOf())).toMatchObject({ verdict: 'unknown', reason, known: null, evidence: null, claim: null });
  });

  test('does not become known by being verified', async () => {
    writeFileSync(at('file'), 'text');
    const { sha256, verdict } = await verifyFile(at('file'), trailOf());
    expect(await verifyFile(at('file'), trailOf({ kind: 'file-verified', verdict, sha256 }))).toMatchObject({ verdict: 'unknown' });
  });
});

test('a site pack and a saved audit trail are recognised as such', async () => {
  writeFileSync(at('file'), 'bytes');
  const { sha256 } = await verifyFile(at('file'), []);
  const pack = { study: studyNumber, generation: 4, expires: '2026-12-24', sha256 };
  expect(await verifyFile(at('file'), trailOf({ kind: 'pack', bytes: 5, ...pack }))).toMatchObject({
    verdict: 'unchanged',
    known: { what: 'site-pack', study: studyNumber, expires: '2026-12-24', taken: false },
    datasets: [],
  });
  expect(await verifyFile(at('file'), trailOf({ kind: 'unpack', outcome: 'added', madeAt: '', ...pack }))).toMatchObject({
    known: { what: 'site-pack', taken: true },
  });
  expect(await verifyFile(at('file'), trailOf({ kind: 'trail-exported', format: 'csv', entries: 7, sha256 }))).toMatchObject({
    verdict: 'unchanged',
    known: { what: 'audit-trail', format: 'csv', entries: 7 },
  });
});

describe('unusual files', () => {
  test('are refused with the reason: a folder, a link, a missing file, a bad name', async () => {
    mkdirSync(at('folder'));
    symlinkSync('/etc/passwd', at('link'));
    const said = async (name: string): Promise<string> =>
      verifyFile(at(name), []).then(
        () => 'taken',
        (error: unknown) => (error instanceof Error && 'code' in error ? `${String(error.code)}: ${error.message}` : 'thrown'),
      );
    expect(await said('folder')).toMatch(/^USAGE: "folder" is a folder/);
    expect(await said('link')).toMatch(/^USAGE: "link" is a link or a device/);
    expect(await said('nowhere')).toMatch(/^USAGE: "nowhere" cannot be read: there is no such file/);
    expect(await said('x'.repeat(300))).toMatch(/^USAGE: .*no file has so long a name/);
    expect(await said('nul\0')).toMatch(/^(USAGE|STORE): /);
  });

  test.skipIf(process.platform === 'win32')('do not block verification: a pipe, a device', async () => {
    execFileSync('mkfifo', [at('pipe')]);
    await expect(verifyFile(at('pipe'), [])).rejects.toMatchObject({ code: 'USAGE' });
    await expect(verifyFile('/dev/zero', [])).rejects.toMatchObject({ code: 'USAGE' });
    // The evidence beside it is read as carefully.
    writeFileSync(at('file'), 'text');
    execFileSync('mkfifo', [at('file.carrel.json')]);
    expect(await verifyFile(at('file'), [])).toMatchObject({ verdict: 'unknown', evidence: null });
  });

  test.skipIf(process.platform === 'win32')('have their names shown without control characters', async () => {
    const name = 'a\u001b[31m\nb\u202ec';
    writeFileSync(at(name), 'text');
    expect(await verifyFile(at(name), [])).toMatchObject({ name: 'a?[31m?b?c' });
    await expect(verifyFile(at(`${name}?`), [])).rejects.toMatchObject({
      message: expect.stringContaining('"a?[31m?b?c?" cannot be read') as string,
    });
  });

  test('evidence in place of its file is refused, and that file is named', async () => {
    const { path } = await exportTo(fixture, 'labs.csv', labs);
    await expect(verifyFile(`${path}.carrel.json`, [])).rejects.toMatchObject({
      code: 'USAGE',
      message: expect.stringContaining('Verify the file it belongs to: "labs.csv"') as string,
    });
  });

  test('a file that grows while it is read is not judged', async () => {
    writeFileSync(at('file'), Buffer.alloc(3_000_000));
    const growing = verifyFile(at('file'), [], {
      onProgress: (bytes, of) => {
        if (bytes < of) writeFileSync(at('file'), 'more', { flag: 'a' });
      },
    });
    await expect(growing).rejects.toMatchObject({ code: 'BUSY' });
  });
});

test('progress is reported in bytes, and verification can be cancelled', async () => {
  writeFileSync(at('file'), Buffer.alloc(3_000_000));
  const reported: number[] = [];
  const control = new AbortController();
  const looking = verifyFile(at('file'), [], {
    signal: control.signal,
    onProgress: (bytes, of) => {
      expect(of).toBe(3_000_000);
      reported.push(bytes);
      if (reported.length === 2) control.abort();
    },
  });
  await expect(looking).rejects.toMatchObject({ code: 'CANCELLED' });
  expect(reported).toEqual([1_048_576, 2_097_152]);
});
