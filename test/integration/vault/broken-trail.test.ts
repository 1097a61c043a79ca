import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { backUpVault } from '../../../src/core/backup/back-up-vault.ts';
import { openBackup } from '../../../src/core/backup/open-backup.ts';
import { createVaultDatabase, type VaultDatabase } from '../../../src/core/vault/database.ts';
import { freshKey } from '../../../src/core/vault/keys/vault-key.ts';
import { vaultOver, type Vault } from '../../../src/core/vault/vault.ts';
import { lastBackup } from '../../../src/core/vault/settings/backup-plan.ts';
import { temporaryFolders } from '../../unit/vault/folder.ts';

const folder = temporaryFolders();
const under = 'four quiet desks';
const now = new Date('2026-11-25T10:00:00Z');
const layouts = '{"22-001/labs":{"columns":[]}}';

function newVault(): { readonly vault: Vault; readonly db: VaultDatabase } {
  const dir = folder();
  mkdirSync(join(dir, 'studies'), { recursive: true });
  const key = freshKey();
  const db = createVaultDatabase(dir, key);
  return { db, vault: vaultOver(db, dir, key, () => now) };
}

describe('a vault whose audit trail is broken', () => {
  test.each([
    ['an edited entry', `UPDATE audit SET actor = 'somebody else' WHERE number = 2`, 'Entry 2'],
    ['a truncated end', 'DELETE FROM audit WHERE number = (SELECT max(number) FROM audit)', 'were removed'],
    [
      'an earlier trail that follows from nothing',
      `INSERT INTO earlier_audit VALUES (x'01', x'02', 7, 'x', 'x', '{}')`,
      'earlier audit trail',
    ],
    ['an unreadable trail', 'DROP TABLE earlier_audit; CREATE TABLE earlier_audit (x INTEGER) STRICT', ''],
  ])('is backed up and restored without the trail, and both trails record it: %s', async (_what, change, says) => {
    const { vault, db } = newVault();
    for (const to of [1, 2, 3]) vault.audit.append({ kind: 'setting-changed', name: 'x', to });
    vault.saveSetting('layouts', layouts);
    const first = {
      number: 1,
      at: now.toISOString(),
      actor: 'x',
      event: '{"kind":"unlocked"}',
      hash: 'c'.repeat(64),
      previous: '0'.repeat(64),
    };
    if (change.includes('earlier'))
      vault.backups.takeIn({ settings: [], trail: [first], trailLeftOut: null }, { sha256: '', madeAt: '', studies: [] });
    db.exec(change);
    const path = join(folder(), 'mine.carrelbackup');
    const made = await backUpVault(vault, { path, replace: false, under, madeBy: '1.0.0', now, study: null, afterSync: false });
    expect(made.trailLeftOut).toContain(says);
    expect(lastBackup(path, made, false).leftOut).toEqual(['the audit trail']);
    expect(vault.audit.entries().at(-1)?.event).toMatchObject({ kind: 'backup', withoutTrail: true });

    const here = newVault().vault;
    const opened = await openBackup(path, under, folder());
    const { trailLeftOut } = opened.vault;
    const noted = { madeAt: opened.madeAt, sha256: opened.sha256, studies: [] };
    expect(here.backups.takeIn(opened.vault, noted)).toEqual({ settings: 1, trail: 0, trailLeftOut });
    opened.close();
    expect(trailLeftOut).toContain('without the audit trail');
    expect(here.setting('layouts')).toBe(layouts);
    expect(here.audit.entries().at(-1)?.event).toMatchObject({ kind: 'restored', trail: 0, trailEnds: [], withoutTrail: true });
    expect(here.audit.list({ group: null, study: null, since: null, until: null, text: 'not its audit trail' }, 0, 10).total).toBe(1);
    expect(here.audit.findBreak()).toBeNull();
  });

  test('is not taken for one whose trail is whole', async () => {
    const { vault } = newVault();
    const path = join(folder(), 'whole.carrelbackup');
    const made = await backUpVault(vault, { path, replace: false, under, madeBy: '1.0.0', now, study: null, afterSync: false });
    expect(made.trailLeftOut).toBeNull();
    expect(vault.audit.entries().at(-1)?.event).not.toHaveProperty('withoutTrail');
    const opened = await openBackup(path, under, folder());
    opened.close();
    expect(opened.vault).toMatchObject({ trailLeftOut: null, trail: [{ number: 1 }] });
  });
});
