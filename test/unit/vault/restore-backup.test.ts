import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backupPlace, fillBackup, openBackupDatabase } from '../../../src/core/backup/backup-database.ts';
import { collectStudy } from '../../../src/core/backup/collect-study.ts';
import { restoreStudies, restoreTarget } from '../../../src/core/backup/restore-backup.ts';
import { withWritableStudy } from '../../../src/core/sync/write-study.ts';
import type { Db } from '../../../src/core/store/database/database.ts';
import { sealOf } from '../../../src/core/store/database/seal.ts';
import { createVault } from '../../../src/core/vault/open-vault.ts';
import { syncHostOver, type SyncHost } from '../../../src/core/vault/studies/sync-host.ts';
import { noCounts } from '../../../src/shared/backup.ts';
import { AppError, type ErrorCode } from '../../../src/shared/errors.ts';
import { labText, mirroredStudy, type MirroredStudy } from '../query/mirrored-study.ts';
import { turningKeyStore } from './key-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'carrel-restore-backup-'));
let mirrored: MirroredStudy;
let db: Db;

beforeAll(async () => {
  mirrored = mirroredStudy();
  await mirrored.mirror('labs', [[labText('lab-1')]]);
  const place = backupPlace(folder);
  fillBackup(place, (filled) => {
    collectStudy(filled, { opened: mirrored.study, demo: true });
  });
  db = openBackupDatabase(place);
});
afterAll(() => {
  db.close();
  mirrored.remove();
  rmSync(folder, { recursive: true });
});

/** A host with one study; any other study fails with the error code that is its name. */
function host(): SyncHost {
  const done = async (): Promise<void> => undefined;
  return {
    studyFile: async (study) => {
      if (study !== mirrored.study.study) throw new AppError(study as ErrorCode, `It failed: ${study}.`);
      return { path: mirrored.path, key: Buffer.alloc(32, 9), seal: { current: sealOf(mirrored.study), pending: null }, fromPack: [] };
    },
    credentials: () => Promise.reject(new AppError('USAGE', 'There is no connection.')),
    saveSeal: done,
    saveMark: done,
    audit: done,
    proxyAsks: done,
    lock: async () => () => undefined,
  };
}

/** Why each study was not restored; null for one that was. */
async function restore(...names: readonly string[]): Promise<readonly (string | null)[]> {
  return restoreAs(true, names);
}

/** `demo` is what the backup says about the studies; here they are demo data. */
async function restoreAs(demo: boolean, names: readonly string[]): Promise<readonly (string | null)[]> {
  const studies = names.map((study) => ({ study, demo }));
  const restored = await restoreStudies(host(), { studies, db }, (study) => ({ study, demo: true, mirrored: true }));
  return restored.map(({ why }) => why);
}

describe('a restore of several studies', () => {
  test('reports the failure of each study without stopping the others, even if the first fails', async () => {
    const { study } = mirrored.study;
    const corrupt = 'It failed: CORRUPT.';
    expect(await restore('CORRUPT', study, 'VERSION')).toEqual([corrupt, null, 'It failed: VERSION.']);
    expect(await restore(study, 'BUSY', 'STORE')).toEqual([null, 'It failed: BUSY.', 'It failed: STORE.']);
  });

  test('takes nothing of a study with invalid contents in the backup', async () => {
    const { study } = mirrored.study;
    const place = backupPlace(folder);
    fillBackup(place, (filled) => {
      collectStudy(filled, { opened: mirrored.study, demo: true });
      filled.prepare("INSERT INTO annotation VALUES (?, 'note', 'x', 'no JSON', '2030-01-01T10:00:00.000Z')").run(study);
    });
    const strange = openBackupDatabase(place);
    const here = () => ({ study, demo: true, mirrored: true });
    const restored = await restoreStudies(host(), { studies: [{ study, demo: true }], db: strange }, here);
    expect(restored).toMatchObject([{ study, history: 'waiting', why: expect.stringMatching(/^Its contents in the backup were not/) }]);
    expect(mirrored.study.db.prepare('SELECT count(*) FROM annotation').pluck().get()).toBe(0);
    strange.close();
  });

  test.each(['BUSY', 'STORE', 'CANCELLED'])('fails with %s if it occurs before any study is restored', async (code) => {
    await expect(restore('CORRUPT', code, mirrored.study.study)).rejects.toMatchObject({ code });
  });

  test('reports a study that is not here, or was never mirrored, and restores the others', async () => {
    const { study } = mirrored.study;
    const studies = ['none', 'unmirrored', study].map((name) => ({ study: name, demo: true }));
    const restored = await restoreStudies(host(), { studies, db }, (name) =>
      name === 'none' ? null : { study: name, demo: true, mirrored: name === study },
    );
    const waits = { history: 'waiting', updated: 0, added: noCounts(), why: expect.stringMatching(/^It is not mirrored here yet/) };
    expect(restored).toEqual([
      { study: 'none', ...waits },
      { study: 'unmirrored', ...waits },
      expect.objectContaining({ study, history: 'here', why: null }),
    ]);
  });

  test('fails with any other error', async () => {
    const failing = { ...host(), lock: () => Promise.reject(new TypeError('unexpected')) };
    const { study } = mirrored.study;
    const here = () => ({ study, demo: true, mirrored: true });
    await expect(restoreStudies(failing, { studies: [{ study, demo: true }], db }, here)).rejects.toThrow('unexpected');
  });

  test('reports BUSY and STORE only once a study was restored', async () => {
    await expect(restoreAs(false, [mirrored.study.study, 'BUSY'])).resolves.toHaveLength(2);
    await expect(restore('VERSION', 'STORE')).rejects.toMatchObject({ code: 'STORE' });
  });

  test('ends with CANCELLED at any time', async () => {
    await expect(restore(mirrored.study.study, 'CANCELLED')).rejects.toMatchObject({ code: 'CANCELLED' });
  });

  test('does not restore data of a real service into demo data', async () => {
    const { study } = mirrored.study;
    expect(await restoreAs(false, [study])).toEqual([expect.stringMatching(/^One is demo data/)]);
    expect(await restoreAs(true, [study])).toEqual([null]);
  });

  test('counts a study as mirrored only if it has a seal and its file exists', () => {
    const path = join(folder, 'a.db');
    const seal = { current: sealOf(mirrored.study), pending: null };
    const entry = { study: '22-001', demo: true, path, seal, setAside: null };
    expect(restoreTarget(entry).mirrored).toBe(false);
    writeFileSync(path, '');
    expect(restoreTarget(entry).mirrored).toBe(true);
    expect(restoreTarget({ ...entry, seal: { current: null, pending: null } }).mirrored).toBe(false);
  });
});

// This used to be reported as not restored, or as a note not written, and was done again.
describe('a completed write that the vault has no room to record', () => {
  const full = async (): Promise<never> => Promise.reject(new AppError('STORE', 'The disk is full.'));

  test('is reported as restored, with its seal pending', async () => {
    const fresh = mirroredStudy();
    try {
      await fresh.mirror('labs', [[labText('lab-1')], [labText('lab-2')]]);
      const stages: string[] = [];
      const file = { path: fresh.path, key: Buffer.alloc(32, 9), seal: { current: sealOf(fresh.study), pending: null }, fromPack: [] };
      const owner: SyncHost = {
        ...host(),
        studyFile: async () => file,
        saveSeal: async (_study, _seal, stage) => {
          stages.push(stage);
          if (stage === 'complete') await full();
        },
        saveMark: async (_study, mark) => (mark === null ? undefined : full()),
      };
      const { study } = fresh.study;
      const restored = await restoreStudies(owner, { studies: [{ study, demo: true }], db }, () => ({ study, demo: true, mirrored: true }));
      expect(restored).toMatchObject([{ study, history: 'added', why: null }]);
      expect(stages).toEqual(['pending', 'complete']);
    } finally {
      fresh.remove();
    }
  });

  test('is reported as written even if its file cannot be marked', async () => {
    const owner: SyncHost = { ...host(), saveMark: async (_study, mark) => (mark === null ? undefined : full()) };
    expect(await withWritableStudy(owner, mirrored.study.study, true, () => 'written')).toBe('written');
  });
});

describe('a data folder without a connection', () => {
  test('lets its studies be written to, but accepts no new one', async () => {
    const vault = await createVault(join(folder, 'data'), { passphrase: null, keyStore: turningKeyStore });
    try {
      const { path } = vault.addStudy('22-001', { demo: false, provisional: false });
      const owner = syncHostOver(vault, 'add', () => ({ proxy: null }));
      expect((await owner.studyFile('22-001')).path).toBe(path);
      await expect(owner.studyFile('22-002')).rejects.toMatchObject({ code: 'USAGE' });
      await expect(owner.credentials()).rejects.toMatchObject({ code: 'USAGE' });
    } finally {
      vault.close();
    }
  });
});
