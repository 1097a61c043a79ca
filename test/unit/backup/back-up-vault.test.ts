import { existsSync, mkdirSync, readdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { backUpAfterSync } from '../../../src/core/backup/back-up-after-sync.ts';
import { backUpVault } from '../../../src/core/backup/back-up-vault.ts';
import { openBackup } from '../../../src/core/backup/open-backup.ts';
import { makeSeal } from '../../../src/core/store/database/seal.ts';
import { createVault } from '../../../src/core/vault/open-vault.ts';
import { backupState, saveBackupPlan } from '../../../src/core/vault/settings/backup-plan.ts';
import type { Vault } from '../../../src/core/vault/vault.ts';
import { writeEmptyStudy } from '../store/empty-study.ts';
import { temporaryFolders } from '../vault/folder.ts';
import { turningKeyStore } from '../vault/key-store.ts';

const folder = temporaryFolders();
const now = new Date('2026-11-25T10:00:00Z');
const under = 'four quiet desks';

let dir: string;
let path: string;
let vault: Vault;
beforeEach(async () => {
  dir = folder();
  path = join(dir, 'mine.carrelbackup');
  vault = await createVault(join(dir, 'data'), { passphrase: null, keyStore: turningKeyStore });
});
afterEach(() => {
  vault.close();
});

/** Adds a mirrored study to the vault; its file is there unless it was lost. */
function addStudy(study: string, isLost = false): void {
  const entry = vault.addStudy(study, { demo: true, provisional: false });
  vault.saveSeal(study, makeSeal(study, 0, []), 'complete');
  if (!isLost) writeEmptyStudy(entry.path, entry.key, study);
}

function backUp(study: string | null = null) {
  return backUpVault(vault, { path, replace: false, under, madeBy: '1.0.0', now, study, afterSync: false });
}

async function studiesIn(file: string) {
  const opened = await openBackup(file, under, dir);
  opened.close();
  return opened.studies;
}

function eventsOf(kinds: readonly string[]): readonly object[] {
  return vault.audit.entries().flatMap(({ event }) => (kinds.includes(event.kind) ? [event] : []));
}

describe('a backup of a vault', () => {
  test('has its mirrored studies, and the trail says how many', async () => {
    addStudy('22-001');
    addStudy('22-002');
    vault.addStudy('22-003', { demo: true, provisional: false });
    const made = await backUp();
    expect(made).toMatchObject({ studies: ['22-001', '22-002'], leftOut: [] });
    expect(await studiesIn(path)).toEqual(['22-001', '22-002'].map((study) => ({ study, demo: true })));
    expect(eventsOf(['backup-begun', 'backup', 'backup-failed'])).toEqual([
      expect.objectContaining({ kind: 'backup-begun', study: null, afterSync: false }),
      expect.objectContaining({ kind: 'backup', study: null, studies: 2, leftOut: 0, bytes: made.bytes, sha256: made.sha256 }),
    ]);
  });

  test('leaves out a study that cannot be read, and says so', async () => {
    addStudy('22-001', true);
    addStudy('22-002');
    const { studies, leftOut } = await backUp();
    expect(studies).toEqual(['22-002']);
    expect(leftOut).toEqual([{ study: '22-001', code: 'CORRUPT', message: expect.stringContaining('its file is missing') }]);
    expect(eventsOf(['backup'])).toMatchObject([{ studies: 1, leftOut: 1 }]);
  });

  test('of one study has only that one', async () => {
    addStudy('22-001');
    addStudy('22-002');
    expect((await backUp('22-002')).studies).toEqual(['22-002']);
    expect(eventsOf(['backup-begun'])).toMatchObject([{ study: '22-002' }]);
  });

  test('of one study that cannot be read fails, leaves no file and is noted as failed', async () => {
    addStudy('22-001', true);
    await expect(backUp('22-001')).rejects.toMatchObject({ code: 'CORRUPT' });
    expect(existsSync(path)).toBe(false);
    expect(eventsOf(['backup', 'backup-failed'])).toMatchObject([{ kind: 'backup-failed', outcome: 'CORRUPT' }]);
  });

  test('is not written over another file', async () => {
    addStudy('22-001');
    await backUp();
    await expect(backUp()).rejects.toMatchObject({ code: 'EXPORT' });
    expect(eventsOf(['backup-failed'])).toMatchObject([{ outcome: 'EXPORT' }]);
  });
});

describe('after a sync', () => {
  test('no backup is made unless one is planned', async () => {
    expect(await backUpAfterSync(vault, '1.0.0', now)).toBeNull();
  });

  test('a backup is made as planned, and noted', async () => {
    addStudy('22-001');
    addStudy('22-002', true);
    const into = join(dir, 'backups');
    mkdirSync(into);
    await saveBackupPlan(vault, { folder: into, keep: 2, passphrase: under });
    const made = await backUpAfterSync(vault, '1.0.0', now);
    expect(made).toMatchObject({ leftOut: [{ study: '22-002' }], trailLeftOut: null, error: null });
    const [name = ''] = readdirSync(into);
    expect(made?.path).toBe(join(into, name));
    expect(await studiesIn(join(into, name))).toEqual([{ study: '22-001', demo: true }]);
    expect(backupState(vault).last).toMatchObject({ at: now.toISOString(), file: name, afterSync: true, leftOut: ['22-002'] });
    expect(eventsOf(['backup'])).toMatchObject([{ afterSync: true, study: null, studies: 1 }]);
    // The same second again replaces it.
    expect(await backUpAfterSync(vault, '1.0.0', now)).toMatchObject({ error: null });
    expect(readdirSync(into)).toEqual([name]);
  });

  test('a failed backup is reported and noted, but not thrown', async () => {
    const into = join(dir, 'backups');
    mkdirSync(into);
    await saveBackupPlan(vault, { folder: into, passphrase: under });
    rmdirSync(into);
    expect(await backUpAfterSync(vault, '1.0.0', now)).toMatchObject({ path: null, error: { code: 'EXPORT' } });
    expect(backupState(vault)).toMatchObject({ last: null, failure: { at: now.toISOString() } });
  });
});
