import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createCachedAnswers, type AnswerReporter, type AskedAnswer } from '../../../src/core/query/cached-on-disk/cached-answers.ts';
import { upToCutOff } from '../../../src/core/query/up-to-cut-off.ts';
import type { StudyReader } from '../../../src/core/query/study-directory.ts';
import { answerPath } from '../../../src/core/store/database/cache-files.ts';
import { setAside } from '../../../src/core/store/study-file/study-file.ts';
import { makeStudy, type StudyFixture } from '../../unit/query/study-fixture.ts';

const overview = { name: 'overview', code: 'one' } as const;
let fixture: StudyFixture;
let report: ReturnType<typeof vi.fn<AnswerReporter>>;
let times: number;
const path = (): string => answerPath(fixture.path, 'overview');

beforeEach(() => {
  fixture = makeStudy();
  fixture.add('labs', [{ record_id: 'a', subject: '0013' }]);
  report = vi.fn<AnswerReporter>();
  times = 0;
});
afterEach(() => {
  fixture.remove();
});

/** Asks as a reader that was just started, and waits until the answer is cached. */
async function ask(asked: AskedAnswer = overview, study: StudyReader = fixture.study) {
  const cachedAnswers = createCachedAnswers(report);
  const answer = await cachedAnswers.of(study, asked, async () => ({ subjects: ['0013', null], times: ++times }));
  await cachedAnswers.settled();
  return answer;
}

test('finds an answer that an earlier reader computed', async () => {
  expect(await ask()).toEqual({ subjects: ['0013', null], times: 1 });
  expect(await ask()).toEqual({ subjects: ['0013', null], times: 1 });
  expect(report).not.toHaveBeenCalled();
});

test.each<[what: string, change: () => void]>([
  ['a sync that changed a dataset', () => fixture.add('labs', [{ record_id: 'b', subject: '0014' }], 2)],
  ['a pass that found nothing new', () => fixture.change(`UPDATE state SET as_of = '2026-11-27T06:00:00Z' WHERE dataset = 'labs'`)],
  [
    'a decision on tests and units',
    () =>
      fixture.change(
        `INSERT INTO annotation (kind, name, value, at) VALUES ('study-terms', '1', '{"version":1,"by":"me","says":"","terms":null}', '2026-11-27T06:00:00Z')`,
      ),
  ],
  ['tables that were made anew', () => fixture.change('CREATE TABLE another (a)')],
])('computes the answer again after %s', async (_, change) => {
  await ask();
  change();
  expect(await ask()).toMatchObject({ times: 2 });
  expect(await ask()).toMatchObject({ times: 2 });
});

test('computes the answer again for other code, another question, another data cut-off or another version of grades', async () => {
  await ask();
  expect(await ask({ ...overview, code: 'another' })).toMatchObject({ times: 2 });
  expect(await ask({ ...overview, code: 'another', asked: ['labs'] })).toMatchObject({ times: 3 });
  expect(await ask(overview, { ...fixture.study, gradedBy: '4.03' })).toMatchObject({ times: 4 });
  const other = makeStudy();
  expect(await ask(overview, upToCutOff(other.study, '2026-01-01'))).toMatchObject({ times: 5 });
  other.remove();
  expect(await ask(overview, upToCutOff(fixture.study, '2026-01-01'))).toMatchObject({ times: 6 });
  expect(await ask(overview, upToCutOff(fixture.study, '2026-02-01'))).toMatchObject({ times: 7 });
});

test('keeps no answer for a choice of subjects', async () => {
  const asked = { ...overview, subjects: ['0013'] };
  expect(await ask(asked)).toMatchObject({ times: 1 });
  expect(await ask(asked)).toMatchObject({ times: 2 });
  expect(existsSync(path())).toBe(false);
});

test('reads a cached file once per reader, and does not use it after the records changed', async () => {
  const cachedAnswers = createCachedAnswers(report);
  const again = () => cachedAnswers.of(fixture.study, overview, async () => ++times);
  expect(await again()).toBe(1);
  await cachedAnswers.settled();
  rmSync(path());
  expect(await again()).toBe(1);
  fixture.add('labs', [{ record_id: 'b', subject: '0014' }], 2);
  expect(await again()).toBe(2);
});

test('keeps no answer if a sync flips while it is computed', async () => {
  const cachedAnswers = createCachedAnswers(report);
  await cachedAnswers.of(fixture.study, overview, async () => {
    fixture.add('labs', [{ record_id: 'b', subject: '0014' }], 2);
    return 1;
  });
  await cachedAnswers.settled();
  expect(existsSync(path())).toBe(false);
});

test.each([
  ['set', null, ['2026-01-01']],
  ['removed', '2026-01-01', [null]],
  ['set and removed again', null, ['2026-01-01', null]],
] as const)('keeps no answer if a data cut-off is %s while it is computed', async (_, before, then) => {
  const asked = upToCutOff(fixture.study, before);
  const cachedAnswers = createCachedAnswers(report);
  await cachedAnswers.of(asked, overview, async () => {
    // The connection is the same: work that began before now reads what the connection shows after the change.
    for (const cutOff of then) upToCutOff(fixture.study, cutOff);
    return 1;
  });
  await cachedAnswers.settled();
  expect(existsSync(path())).toBe(false);
});

test('does not accept the file of another answer', async () => {
  await ask();
  const tally = { ...overview, name: 'tally' } as const;
  copyFileSync(path(), answerPath(fixture.path, 'tally'));
  expect(await ask(tally)).toMatchObject({ times: 2 });
});

test.skipIf(process.platform === 'win32')(
  'does not wait for a pipe in place of the file, but reports it and computes the answer',
  async () => {
    execFileSync('mkfifo', [path()]);
    expect(await ask()).toMatchObject({ times: 1 });
    expect(report).toHaveBeenCalledWith('find', 'overview', expect.anything());
    expect(await ask()).toMatchObject({ times: 1 });
  },
);

test('encrypts the file under a key derived from the study’s, for its owner only', async () => {
  await ask();
  const bytes = readFileSync(path());
  expect(bytes.includes('0013')).toBe(false);
  expect(bytes.includes('subjects')).toBe(false);
  expect(statSync(path()).mode & 0o777).toBe(0o600);
  expect(await ask(overview, { ...fixture.study, file: { ...fixture.study.file, key: Buffer.alloc(32, 6) } })).toMatchObject({ times: 2 });
});

test('detects and reports a changed byte anywhere in the file, and computes and keeps the answer again', async () => {
  await ask();
  const whole = readFileSync(path());
  for (let at = 0; at < whole.length; at += 7) {
    const bytes = Buffer.from(whole);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    writeFileSync(path(), bytes);
    const before = times;
    expect(await ask()).toMatchObject({ times: before + 1 });
    expect(report).toHaveBeenLastCalledWith('find', 'overview', expect.anything());
  }
  const reported = report.mock.calls.length;
  expect(await ask()).toMatchObject({ times });
  expect(report).toHaveBeenCalledTimes(reported);
});

test('keeps no file for a study that is set aside or gone', async () => {
  await ask();
  const key = Buffer.from(fixture.study.file.key);
  const elsewhere = { ...fixture.study, file: { path: `${fixture.path}-gone`, key } };
  await ask(overview, elsewhere);
  expect(existsSync(answerPath(elsewhere.file.path, 'overview'))).toBe(false);
  setAside(fixture.path);
  expect(existsSync(path())).toBe(false);
});

test.skipIf(process.getuid?.() === 0)('keeps nothing in a read-only folder, and reports nothing', async () => {
  chmodSync(fixture.folder, 0o500);
  try {
    expect(await ask()).toMatchObject({ times: 1 });
    expect(await ask()).toMatchObject({ times: 2 });
    expect(report).not.toHaveBeenCalled();
  } finally {
    chmodSync(fixture.folder, 0o700);
  }
});
