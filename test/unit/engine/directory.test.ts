import { rmSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { settleStudy } from '../../../src/core/query/study-directory.ts';
import { sealOf } from '../../../src/core/store/database/seal.ts';
import { createDirectory } from '../../../src/engine/directory.ts';
import type { StudyAccess } from '../../../src/shared/engine-protocol.ts';
import { makeStudy, studyNumber } from '../query/study-fixture.ts';

test('reports that a study is closed, whether main sent an update or was asked for one', async () => {
  const fixture = makeStudy();
  const { path, key, study } = fixture;
  const seals = { current: sealOf(study), pending: null };
  const access: StudyAccess = { study: studyNumber, path, key, demo: true, lastOpened: null, seals, sitePack: null, problem: null };
  const open = () => directory.open(studyNumber);
  const onUpdate = vi.fn();
  const directory = createDirectory(async () => [], onUpdate);
  directory.update([access]);
  const first = open();
  onUpdate.mockImplementation(() => {
    expect(first?.db.open).toBe(false);
  });
  directory.update([]);
  expect(onUpdate).toHaveBeenCalledTimes(2);
  onUpdate.mockReset();
  directory.update([access]);
  const second = open();
  await directory.renew(studyNumber);
  expect(second?.db.open).toBe(false);
  expect(onUpdate).toHaveBeenCalledTimes(2);
  fixture.remove();
});

test.runIf(process.platform !== 'win32')('a study that another process wiped is not read on from its open file', async () => {
  const fixture = makeStudy();
  const { path, key, study } = fixture;
  const seals = { current: sealOf(study), pending: null };
  const access: StudyAccess = { study: studyNumber, path, key, demo: true, lastOpened: null, seals, sitePack: null, problem: null };
  const directory = createDirectory(async () => []);
  directory.update([access]);
  const opened = directory.open(studyNumber);
  expect(directory.open(studyNumber)).toBe(opened);
  rmSync(path);
  await settleStudy(directory, studyNumber);
  expect(opened?.db.open).toBe(false);
  expect(directory.studies()).toEqual([]);
  expect(() => directory.open(studyNumber)).toThrow(`There is no study ${studyNumber} in this data folder.`);
  fixture.remove();
});
