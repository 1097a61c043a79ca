import { expect, onTestFinished, test } from 'vitest';
import { createReaderHandlers } from '../../../src/core/calls/reader-calls.ts';
import { checkStudy } from '../../../src/core/store/study-file/check-study.ts';
import { openStudyForReading, openStudyForWriting } from '../../../src/core/store/study-file/study-file.ts';
import { sealOf } from '../../../src/core/store/database/seal.ts';
import { sharedStudyFiles } from '../../../src/core/sync/writable-files.ts';
import { applyTerms, changeTerms } from '../../../src/core/terms/change-terms.ts';
import type { SyncHost } from '../../../src/core/vault/studies/sync-host.ts';
import { storedTerms, storeTerms, termsHistory, termsKind } from '../../../src/core/store/database/stored-terms.ts';
import { defaultTerms } from '../../../src/shared/terms/study-terms.ts';
import type { Terms } from '../../../src/shared/terms/terms-schema.ts';
import { directoryOf } from './one-study.ts';
import { labText, mirroredStudy } from '../query/mirrored-study.ts';
import { studyNumber } from '../query/study-fixture.ts';

const mapped: Terms = { ...defaultTerms, tests: [{ dataset: 'labs', test: 'ALT', serviceCode: null, code: 'GGT' }], units: [] };
const asDecided = { system: mapped.system, ctcae: mapped.ctcae, tests: mapped.tests, units: mapped.units };

async function mirrored() {
  const fixture = mirroredStudy();
  onTestFinished(() => {
    fixture.remove();
  });
  await fixture.mirror('labs', [[labText('a'), labText('b')], [labText('c')]]);
  return fixture;
}

function openForWriting({ path, study }: Awaited<ReturnType<typeof mirrored>>) {
  const writer = openStudyForWriting(path, study.file.key, studyNumber, null);
  onTestFinished(() => {
    writer.close();
  });
  return writer;
}

test('tests are listed by the number of their records, most first', async () => {
  const fixture = await mirrored();
  const named = (id: string, name: string): string => labText(id).replace('"text":"ALT"', `"text":"${name}"`);
  await fixture.mirror('labs', [[named('a', 'AST'), labText('b'), labText('c'), named('d', 'GGT'), named('e', 'GGT'), named('f', 'GGT')]]);
  const { tests } = await createReaderHandlers(directoryOf(fixture.study))['terms.read']({ study: studyNumber });
  expect(tests.map(({ test, records }) => [test, records])).toEqual([
    ['GGT', 3],
    ['ALT', 2],
    ['AST', 1],
  ]);
});

test('a unit that only the test explains is read by the code of its records', async () => {
  const fixture = await mirrored();
  const inGiga = (id: string, name: string): string => labText(id).replace('"text":"ALT"', `"text":"${name}"`).replace('"U/L"', '"G/L"');
  await fixture.mirror('labs', [[inGiga('a', 'Platelets'), inGiga('b', 'Platelets'), inGiga('c', 'Albumin')]]);
  const { tests } = await createReaderHandlers(directoryOf(fixture.study))['terms.read']({ study: studyNumber });
  expect(tests.map(({ test, units }) => [test, units.map(({ text, reading }) => [text, reading])])).toEqual([
    ['Platelets', [['G/L', '10*9/L']]],
    ['Albumin', [['G/L', 'g/L']]],
  ]);
});

test('a changed mapping rebuilds the rows from the stored pages, and an open reader answers by it', async () => {
  const fixture = await mirrored();
  const handlers = createReaderHandlers(directoryOf(fixture.study));
  const codes = async () =>
    (await handlers['tests.list']({ study: studyNumber, dataset: 'labs', subjects: null })).tests.map(({ code }) => code);
  expect(await codes()).toEqual(['ALT']);
  const writer = openForWriting(fixture);
  expect(applyTerms(writer, { version: 0, terms: asDecided }, false)).toMatchObject({ version: 1, changed: 1 });
  expect(await codes()).toEqual(['GGT']);
  expect(storedTerms(writer.db)).toEqual({ ...asDecided, version: 1 });
  expect(termsHistory(writer.db)).toMatchObject([{ version: 1, says: '“ALT” in labs is GGT' }]);
});

test('a version by a newer Carrel is listed, the one before it applies, and the next has a number of its own', async () => {
  const { db } = openForWriting(await mirrored());
  const at = '2026-01-02T03:04:05.000Z';
  storeTerms(db, { ...asDecided, version: 1 }, { at, by: 'ada', says: 'ALT is GGT' });
  db.prepare('INSERT INTO annotation (kind, name, value, at) VALUES (?, ?, ?, ?)').run(termsKind, '2', '{"version":2,"scales":[]}', at);
  expect(storedTerms(db)).toEqual({ ...asDecided, version: 2 });
  expect(termsHistory(db).map(({ version, by }) => [version, by])).toEqual([
    [2, 'a newer Carrel'],
    [1, 'ada'],
  ]);
  storeTerms(db, { ...asDecided, version: storedTerms(db).version + 1 }, { at, by: 'ada', says: 'the same' });
  expect(termsHistory(db)[0]).toMatchObject({ version: 3, by: 'ada' });
});

test('a version that states another number has the one that it is stored under, so that the next one counts on from it', async () => {
  const writer = openForWriting(await mirrored());
  const stated = JSON.stringify({ version: Number.MAX_SAFE_INTEGER, by: 'eve', says: 'nothing', terms: asDecided });
  writer.db.prepare('INSERT INTO annotation (kind, name, value, at) VALUES (?, ?, ?, ?)').run(termsKind, '1', stated, '2026-01-02');
  expect(storedTerms(writer.db)).toEqual({ ...asDecided, version: 1 });
  const terms: Terms = { ...asDecided, tests: [] };
  expect(applyTerms(writer, { version: 1, terms }, false)).toMatchObject({ version: 2, changed: 1 });
  expect(storedTerms(writer.db)).toEqual({ ...terms, version: 2 });
});

test('a changed mapping keeps records and generations, and the study opens by it and passes its check', async () => {
  const fixture = await mirrored();
  const rows = () => fixture.study.db.prepare('SELECT record_id, _added, _changed FROM labs ORDER BY record_id').raw().all();
  const before = rows();
  applyTerms(openForWriting(fixture), { version: 0, terms: asDecided }, false);
  expect(rows()).toEqual(before);
  const again = openStudyForReading(fixture.path, fixture.study.file.key, studyNumber, null);
  onTestFinished(() => {
    again.close();
  });
  expect(again.terms.version).toBe(1);
  expect(checkStudy(again)).toEqual([]);
});

test('a later sync reads new pages by the mapping, and lists no changes because of it', async () => {
  const fixture = await mirrored();
  const writer = openStudyForWriting(fixture.path, fixture.study.file.key, studyNumber, null);
  applyTerms(writer, { version: 0, terms: asDecided }, false);
  writer.close();
  await fixture.mirror('labs', [
    [labText('a'), labText('b')],
    [labText('c'), labText('d')],
  ]);
  expect(fixture.study.db.prepare('SELECT DISTINCT test_code FROM labs').pluck().all()).toEqual(['GGT']);
  expect(fixture.study.db.prepare("SELECT count(*) FROM change WHERE kind = 'changed'").pluck().get()).toBe(0);
});

test('the same decisions in another order do not make a new version', async () => {
  const writer = openForWriting(await mirrored());
  const two = { ...asDecided, tests: [...asDecided.tests, { dataset: 'vitals' as const, test: 'X', serviceCode: null, code: null }] };
  applyTerms(writer, { version: 0, terms: two }, false);
  expect(applyTerms(writer, { version: 1, terms: { ...two, tests: two.tests.toReversed() } }, false)).toMatchObject({
    version: 1,
    changed: 0,
  });
  expect(termsHistory(writer.db)).toHaveLength(1);
});

test('a change based on another version, or made during a sync, is refused and changes nothing', async () => {
  const writer = openForWriting(await mirrored());
  expect(() => applyTerms(writer, { version: 7, terms: asDecided }, false)).toThrow(/changed in the meantime/);
  expect(() => applyTerms(writer, { version: 0, terms: asDecided }, true)).toThrow(/sync/);
  expect(storedTerms(writer.db)).toEqual(defaultTerms);
});

test('a change is refused while a sync has the file open, and made when it has closed it', async () => {
  const fixture = await mirrored();
  const done = async (): Promise<void> => undefined;
  const file = { path: fixture.path, key: fixture.study.file.key, seal: { current: sealOf(fixture.study), pending: null }, fromPack: [] };
  const host: SyncHost = {
    ...{ studyFile: async () => file, lock: async () => () => undefined, credentials: async () => Promise.reject(new Error('not asked')) },
    ...{ saveSeal: done, saveMark: done, audit: done, proxyAsks: done },
  };
  const files = sharedStudyFiles(host);
  const change = { study: studyNumber, version: 0, terms: asDecided };
  const release = await files.lock();
  const syncing = await files.open(studyNumber, file);
  await expect(changeTerms(host, files, change)).rejects.toMatchObject({ code: 'BUSY' });
  await files.close(syncing);
  release();
  expect(await changeTerms(host, files, change)).toMatchObject({ version: 1, changed: 1 });
});

test('a rebuild that fails leaves rows and mapping unchanged', async () => {
  const fixture = await mirrored();
  const writer = openForWriting(fixture);
  const body = writer.db.prepare<[], { id: number; deflated: Buffer }>('SELECT id, deflated FROM body ORDER BY id DESC').get();
  writer.db.prepare('UPDATE body SET deflated = ? WHERE id = ?').run(Buffer.from('broken'), body?.id);
  expect(() => applyTerms(writer, { version: 0, terms: asDecided }, false)).toThrow();
  expect(storedTerms(writer.db)).toEqual(defaultTerms);
  expect(writer.db.prepare('SELECT DISTINCT test_code FROM labs').pluck().all()).toEqual(['ALT']);
});

test.each([
  ['Negative', true],
  ['Non-reactive', true],
  ['7 - 56 U/L', true],
  ['7 56 U/L', false],
])('the range %j is understood: %j', async (text, understood) => {
  const fixture = mirroredStudy();
  onTestFinished(() => {
    fixture.remove();
  });
  await fixture.mirror('labs', [[labText('a', { extra: `,"referenceRange":[{"text":"${text}"}]` })]]);
  const { tests } = await createReaderHandlers(directoryOf(fixture.study))['terms.read']({ study: studyNumber });
  expect(tests[0]?.ranges).toEqual([{ text, understood, records: 1 }]);
});
