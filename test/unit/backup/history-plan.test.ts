import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { copyBases, hasBases, noteBases, planHistory } from '../../../src/core/backup/history-plan.ts';
import { openInMemory, type Db } from '../../../src/core/store/database/database.ts';
import { readMeta, writeMeta } from '../../../src/core/store/database/meta.ts';
import type { WritableStudy } from '../../../src/core/store/database/study.ts';
import { openStudyForWriting } from '../../../src/core/store/study-file/study-file.ts';
import type { DatasetName } from '../../../src/shared/datasets/datasets.ts';
import { labText, mirroredStudy, type MirroredStudy } from '../query/mirrored-study.ts';

let mirrored: MirroredStudy;
let study: WritableStudy & { close(): void };
let backup: Db;
beforeEach(async () => {
  mirrored = mirroredStudy();
  for (const value of ['1', '2']) await mirrored.mirror('labs', [[labText('lab-1', { value })]]);
  study = openStudyForWriting(mirrored.path, mirrored.study.file.key, mirrored.study.study, null);
  const times = [100, 200].map((year, at) => [`2${String(year)}-01-01T00:00:00.000Z`, at + 1]);
  for (const time of times) study.db.prepare('UPDATE generation SET at = ? WHERE number = ?').run(...time);
  backup = openInMemory();
  backup.exec('CREATE TABLE generation (study, number, at, datasets); CREATE TABLE first_load (study, dataset)');
});
afterEach(() => {
  study.close();
  backup.close();
  mirrored.remove();
});

/** The times of the generations here. */
const [first, second] = ['2100-01-01T00:00:00.000Z', '2200-01-01T00:00:00.000Z'];
const before = '2000-01-01T00:00:00.000Z';

function plan(times: readonly string[], mirroredThere: readonly DatasetName[] = ['labs']) {
  for (const [index, at] of times.entries())
    backup.prepare('INSERT INTO generation VALUES (?, ?, ?, ?)').run(study.study, index + 1, at, '["labs"]');
  for (const dataset of mirroredThere) backup.prepare('INSERT INTO first_load VALUES (?, ?)').run(study.study, dataset);
  return planHistory(study, backup);
}

describe('the history in a backup', () => {
  test.each([
    ['is as here', [first, second]],
    ['is an earlier part of the one here', [first]],
    ['has nothing', []],
  ])('that %s adds nothing', (_what, times) => {
    expect(plan(times)).toEqual({ outcome: 'here' });
  });

  test('that ended before the fresh mirror is put before it', () => {
    expect(plan([before])).toMatchObject({
      outcome: 'added',
      shared: 0,
      backup: [{ number: 1, at: before }],
      here: [{ number: 1 }, { number: 2 }],
      datasets: [{ dataset: 'labs', base: 1, confirmed: true }],
    });
  });

  test.each([
    ['ended when the one here began', [before, first]],
    ['ended later', [before, second]],
    ['goes on after the one here', [first, second, '2300-01-01T00:00:00.000Z']],
    ['parts from the one here in its second generation', [first, '2150-01-01T00:00:00.000Z']],
  ])('that %s leaves the one here as it is', (_what, times) => {
    expect(plan(times)).toMatchObject({ outcome: 'own', why: expect.stringContaining('its own later history') });
  });

  test.each<[readonly DatasetName[], string]>([
    [['labs', 'vitals'], 'because vitals is not mirrored here yet.'],
    [['vitals', 'labs', 'responses'], 'because vitals, responses are not mirrored here yet.'],
  ])('with %j waits', (there, why) => {
    expect(plan([before], there)).toMatchObject({ outcome: 'waiting', why: expect.stringContaining(why) });
  });

  test('is not added to a copy of which nobody knows when it was mirrored', () => {
    study.db.exec('DELETE FROM first_load');
    expect(plan([before])).toMatchObject({ outcome: 'own' });
  });

  test('waits for nothing if it adds nothing', () => {
    expect(plan([first], ['vitals'])).toEqual({ outcome: 'here' });
  });

  test('begins where an earlier restore has noted that the fresh mirror was', () => {
    noteBases(study.db, { labs: 2 });
    expect(plan([first, '2150-01-01T00:00:00.000Z'])).toMatchObject({ outcome: 'added', shared: 1, datasets: [{ base: 2 }] });
  });

  test('is not added if something is known here from before the fresh mirror', () => {
    noteBases(study.db, { labs: 3 });
    expect(plan([first, '2150-01-01T00:00:00.000Z'])).toMatchObject({ outcome: 'own' });
  });
});

describe('generations of fresh mirrors', () => {
  test.each([
    ['{"labs":1,"vitals":2}', true],
    ['{}', true],
    ['{"labs":0}', false],
    ['{"labs":3}', false],
    ['{"labs":1.5}', false],
    ['{"others":1}', false],
    ['[]', false],
    ['{', false],
  ])('noted as %s can be read: %s', (noted, isRead) => {
    writeMeta(study.db, 'history.base', noted);
    expect(hasBases(study.db)).toBe(isRead);
  });

  test('are none unless they were noted, and are taken over as they are', () => {
    expect(hasBases(study.db)).toBe(true);
    const to = openInMemory();
    to.exec('CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT)');
    copyBases(study.db, to);
    expect(readMeta(to, 'history.base')).toBeUndefined();
    noteBases(study.db, { labs: 2 });
    copyBases(study.db, to);
    expect(readMeta(to, 'history.base')).toBe('{"labs":2}');
    to.close();
  });
});
