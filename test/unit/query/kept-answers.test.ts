import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createKeptAnswers, type AnswerReporter, type AskedAnswer } from '../../../src/core/query/kept-on-disk/kept-answers.ts';
import { upToCutOff } from '../../../src/core/query/up-to-cut-off.ts';
import type { StudyReader } from '../../../src/core/query/study-directory.ts';
import { answerPath } from '../../../src/core/store/kept-files.ts';
import { setAside } from '../../../src/core/store/study-file.ts';
import { makeStudy, type StudyFixture } from './study-fixture.ts';

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

/** Asks as a reader that was just started: what was worked out by now. */
async function ask(asked: AskedAnswer = overview, study: StudyReader = fixture.study) {
  const kept = createKeptAnswers(report);
  const answer = await kept.of(study, asked, async () => ({ subjects: ['0013', null], times: ++times }));
  await kept.settled();
  return answer;
}

test('what was worked out once is found by whoever is started later', async () => {
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
])('%s is asked anew', async (_, change) => {
  await ask();
  change();
  expect(await ask()).toMatchObject({ times: 2 });
  expect(await ask()).toMatchObject({ times: 2 });
});

test('other code, another question, another data cut-off and grades of another version are asked anew', async () => {
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

test('of a choice of subjects nothing is kept', async () => {
  const asked = { ...overview, subjects: ['0013'] };
  expect(await ask(asked)).toMatchObject({ times: 1 });
  expect(await ask(asked)).toMatchObject({ times: 2 });
  expect(existsSync(path())).toBe(false);
});

test('one reader reads it once, and not where the records are others', async () => {
  const kept = createKeptAnswers(report);
  const again = () => kept.of(fixture.study, overview, async () => ++times);
  expect(await again()).toBe(1);
  await kept.settled();
  rmSync(path());
  expect(await again()).toBe(1);
  fixture.add('labs', [{ record_id: 'b', subject: '0014' }], 2);
  expect(await again()).toBe(2);
});

test('where a sync flips while it is worked out nothing is kept', async () => {
  const kept = createKeptAnswers(report);
  await kept.of(fixture.study, overview, async () => {
    fixture.add('labs', [{ record_id: 'b', subject: '0014' }], 2);
    return 1;
  });
  await kept.settled();
  expect(existsSync(path())).toBe(false);
});

test.each([
  ['set', null, ['2026-01-01']],
  ['taken away', '2026-01-01', [null]],
  ['set and taken away again', null, ['2026-01-01', null]],
] as const)('where a data cut-off is %s while it is worked out nothing is kept', async (_, before, then) => {
  const asked = upToCutOff(fixture.study, before);
  const kept = createKeptAnswers(report);
  await kept.of(asked, overview, async () => {
    // The connection is the same: whoever began before reads on through what it shows now.
    for (const cutOff of then) upToCutOff(fixture.study, cutOff);
    return 1;
  });
  await kept.settled();
  expect(existsSync(path())).toBe(false);
});

test('a file that stands in the place of another answer is not taken for it', async () => {
  await ask();
  const tally = { ...overview, name: 'tally' } as const;
  copyFileSync(path(), answerPath(fixture.path, 'tally'));
  expect(await ask(tally)).toMatchObject({ times: 2 });
});

test.skipIf(process.platform === 'win32')('a pipe in its place is not waited for: it is told, and the answer worked out', async () => {
  execFileSync('mkfifo', [path()]);
  expect(await ask()).toMatchObject({ times: 1 });
  expect(report).toHaveBeenCalledWith('find', 'overview', expect.anything());
  expect(await ask()).toMatchObject({ times: 1 });
});

test('it is encrypted under a key that is made of the study’s, for its owner alone', async () => {
  await ask();
  const bytes = readFileSync(path());
  expect(bytes.includes('0013')).toBe(false);
  expect(bytes.includes('subjects')).toBe(false);
  expect(statSync(path()).mode & 0o777).toBe(0o600);
  expect(await ask(overview, { ...fixture.study, file: { ...fixture.study.file, key: Buffer.alloc(32, 6) } })).toMatchObject({ times: 2 });
});

test('every byte of it may be another: it is told, worked out and kept anew', async () => {
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

test('a file of a study that is set aside or gone is not kept', async () => {
  await ask();
  const key = Buffer.from(fixture.study.file.key);
  const elsewhere = { ...fixture.study, file: { path: `${fixture.path}-gone`, key } };
  await ask(overview, elsewhere);
  expect(existsSync(answerPath(elsewhere.file.path, 'overview'))).toBe(false);
  setAside(fixture.path);
  expect(existsSync(path())).toBe(false);
});

test.skipIf(process.getuid?.() === 0)('a folder that may only be read keeps nothing, and says nothing', async () => {
  chmodSync(fixture.folder, 0o500);
  try {
    expect(await ask()).toMatchObject({ times: 1 });
    expect(await ask()).toMatchObject({ times: 2 });
    expect(report).not.toHaveBeenCalled();
  } finally {
    chmodSync(fixture.folder, 0o700);
  }
});
