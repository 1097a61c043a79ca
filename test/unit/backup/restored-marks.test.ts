import { expect, onTestFinished, test } from 'vitest';
import { backupPlace, fillBackup, openBackupDatabase } from '../../../src/core/backup/backup-database.ts';
import { collectStudy } from '../../../src/core/backup/collect-study.ts';
import { restoreStudy } from '../../../src/core/backup/restore-study.ts';
import type { Db } from '../../../src/core/store/database/database.ts';
import { sealOf } from '../../../src/core/store/database/seal.ts';
import { openStudyForWriting } from '../../../src/core/store/study-file/study-file.ts';
import type { SyncHost } from '../../../src/core/vault/studies/sync-host.ts';
import { AppError } from '../../../src/shared/errors.ts';
import { labText, mirroredStudy, type MirroredStudy } from '../query/mirrored-study.ts';

const at = '2026-11-25T10:00:00.000Z';

/** A study in which one lab had these values, one after the other. */
async function mirrored(...values: readonly string[]): Promise<MirroredStudy> {
  const study = mirroredStudy();
  onTestFinished(() => {
    study.remove();
  });
  for (const value of values) await study.mirror('labs', [[labText('lab-1', { value })]]);
  return study;
}

function change({ path, study }: MirroredStudy, work: (db: Db) => void): void {
  const writer = openStudyForWriting(path, study.file.key, study.study, null);
  work(writer.db);
  writer.close();
}

function mark(study: MirroredStudy, kind: string, name: string, value: unknown): void {
  change(study, (db) => db.prepare('INSERT INTO annotation VALUES (?, ?, ?, ?)').run(kind, name, JSON.stringify(value), at));
}

function markOf({ study }: MirroredStudy, name: string): unknown {
  const value = study.db.prepare<[string], string>('SELECT value FROM annotation WHERE name = ?').pluck().get(name);
  return value === undefined ? undefined : (JSON.parse(value) as unknown);
}

/** Restores a backup of one study into another, and returns what was written to the vault. `between`: after the backup was made. */
async function restore(from: MirroredStudy, into: MirroredStudy, between: () => void = () => undefined) {
  const place = backupPlace(from.folder);
  fillBackup(place, (db) => {
    collectStudy(db, { opened: from.study, demo: true });
  });
  const backup = openBackupDatabase(place);
  between();
  const written: string[] = [];
  const host: SyncHost = {
    studyFile: async () => ({
      path: into.path,
      key: into.study.file.key,
      seal: { current: sealOf(into.study), pending: null },
      fromPack: [],
    }),
    credentials: () => Promise.reject(new AppError('USAGE', 'There is no connection.')),
    saveSeal: async (_study, { generation }, stage) => void written.push(`${stage} ${String(generation)}`),
    saveMark: async () => undefined,
    audit: async ({ kind }) => void written.push(kind),
    proxyAsks: async () => undefined,
    lock: async () => () => undefined,
  };
  const restored = await restoreStudy(host, backup, into.study.study);
  backup.close();
  place.remove();
  return { restored, written };
}

test('marks here refer to the renumbered generations after a history was put before them', async () => {
  const [from, into] = [await mirrored('1', '2', '3'), await mirrored('4', '5')];
  mark(into, 'looked', 'changes', 2);
  mark(into, 'looked-at', 'mine', { generation: 1, keys: ['lab-1'] });
  const { restored, written } = await restore(from, into);
  expect(restored).toMatchObject({ history: 'added', why: null });
  expect([markOf(into, 'changes'), markOf(into, 'mine')]).toEqual([4, { generation: 3, keys: ['lab-1'] }]);
  expect(written).toEqual(['history-restore-begun', 'pending 4', 'complete 4']);
});

test('nothing is sealed or recorded if the history is here already', async () => {
  const study = await mirrored('1', '2');
  const { restored, written } = await restore(study, study);
  expect(restored).toMatchObject({ history: 'here', updated: 0, why: null });
  expect(written).toEqual([]);
});

test('a mark that was lost is restored if its generation is here', async () => {
  const study = await mirrored('1', '2');
  mark(study, 'looked-at', 'mine', { generation: 1, keys: ['lab-1'] });
  const lose = (): void => {
    change(study, (db) => db.exec('DELETE FROM annotation'));
  };
  const { restored } = await restore(study, study, lose);
  expect(restored).toMatchObject({ history: 'here', added: { marks: 1 }, why: null });
  expect(markOf(study, 'mine')).toEqual({ generation: 1, keys: ['lab-1'] });
});

test('marks that name generations of another history are left out, and counted in the reason', async () => {
  const [from, into] = [await mirrored('1'), await mirrored('1')];
  await from.mirror('labs', [[labText('lab-1', { value: '2' })]]);
  mark(from, 'looked-at', 'theirs', { generation: 1, keys: ['lab-1'] });
  const { restored } = await restore(from, into);
  expect(restored).toMatchObject({ history: 'own', why: expect.stringMatching(/was not added\. Looked-at marks .* were left out: 1\.$/) });
  expect(markOf(into, 'theirs')).toBeUndefined();
});

test('the reason mentions no marks if none were left out', async () => {
  const [from, into] = [await mirrored('1'), await mirrored('1')];
  await from.mirror('labs', [[labText('lab-1', { value: '2' })]]);
  expect((await restore(from, into)).restored.why).toMatch(/was not added\.$/);
});

test('a record that differs in its text only is a change if both were read with different declarations', async () => {
  const reordered = labText('lab-1').replace('{"resourceType":"Observation",', '{').replace(/\}$/, ',"resourceType":"Observation"}');
  const changesOf = async (fingerprint: string | null): Promise<unknown> => {
    const [from, into] = [await mirrored(), await mirrored()];
    await from.mirror('labs', [[labText('lab-1')]]);
    await into.mirror('labs', [[reordered]]);
    if (fingerprint !== null) change(from, (db) => db.prepare('UPDATE projection SET fingerprint = ?').run(fingerprint));
    await restore(from, into);
    return into.study.db.prepare('SELECT key, kind FROM change').raw().all();
  };
  expect(await changesOf(null)).toEqual([]);
  expect(await changesOf('another')).toEqual([['lab-1', 'changed']]);
});
