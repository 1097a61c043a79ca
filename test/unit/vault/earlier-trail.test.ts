import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { openVaultDatabase } from '../../../src/core/vault/database.ts';
import { findEarlierBreak } from '../../../src/core/vault/audit/earlier-trail.ts';
import { createVault } from '../../../src/core/vault/open-vault.ts';
import type { VaultPart } from '../../../src/core/vault/vault-backups.ts';
import type { Vault } from '../../../src/core/vault/vault.ts';
import { freshKey } from '../../../src/core/vault/keys/vault-key.ts';
import { vaultOver } from '../../../src/core/vault/vault.ts';
import { createVaultDatabase } from '../../../src/core/vault/database.ts';
import { turningKeyStore } from './key-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'carrel-earlier-'));
const noted = { sha256: 'a'.repeat(64), madeAt: '2026-11-25T10:00:00.000Z', studies: [] };
const first = { number: 1, at: noted.madeAt, actor: 'somebody', hash: 'c'.repeat(64), previous: '0'.repeat(64) };
let part: VaultPart;
let made = 0;

interface Opened {
  readonly vault: Vault;
  readonly db: ReturnType<typeof openVaultDatabase>;
}

/** A vault whose database the test can manipulate. */
function newVault(): Opened {
  const dir = join(folder, String(made++));
  mkdirSync(join(dir, 'studies'), { recursive: true });
  const key = freshKey();
  const db = createVaultDatabase(dir, key);
  return { db, vault: vaultOver(db, dir, key, () => new Date()) };
}

beforeAll(async () => {
  const lost = await createVault(join(folder, 'lost'), { passphrase: null, keyStore: turningKeyStore });
  for (const to of [1, 2, 3]) lost.audit.append({ kind: 'setting-changed', name: 'x', to });
  part = lost.backups.contents();
  lost.close();
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe('a trail restored from a backup', () => {
  let { vault, db } = {} as Opened;
  beforeEach(() => {
    ({ vault, db } = newVault());
    vault.audit.append({ kind: 'setting-changed', name: 'own', to: 1 });
    vault.backups.takeIn(part, noted);
  });

  test('may come with settings, which are stored and then found to be there', () => {
    const value = JSON.stringify([{ name: 'Meyer', salt: 'a1'.repeat(32), since: '2026-11-01T10:00:00.000Z' }]);
    const withSettings = { settings: [{ name: 'recipients', value }], trail: [], trailLeftOut: null };
    expect(vault.backups.takeIn(withSettings, noted)).toEqual({ settings: 1, trail: 0, trailLeftOut: null });
    expect(vault.setting('recipients')).toBe(value);
    expect(vault.backups.takeIn(withSettings, noted)).toEqual({ settings: 0, trail: 0, trailLeftOut: null });
  });

  test('that brings recipients names them, because whoever made the backup knows the salts of their pseudonyms', () => {
    const recipients = (...names: string[]): VaultPart => {
      const value = JSON.stringify(names.map((name) => ({ name, salt: 'a1'.repeat(32), since: '2026-11-01T10:00:00.000Z' })));
      return { settings: [{ name: 'recipients', value }], trail: [], trailLeftOut: null };
    };
    const lastEvent = () => vault.audit.entries().at(-1)?.event;
    vault.backups.takeIn(recipients('Meyer', 'two\nlines'), noted);
    expect(lastEvent()).toMatchObject({ kind: 'restored', recipients: ['Meyer'] });
    vault.backups.takeIn(recipients('MEYER', 'default'), noted);
    expect(lastEvent()).toMatchObject({ kind: 'restored', recipients: ['default'] });
    const shown = vault.audit.list({ group: null, study: null, since: null, until: null, text: '' }, 0, 1);
    expect(shown.entries.map(({ says }) => says)).toEqual([expect.stringContaining('1 settings with the recipients default')]);
    vault.backups.takeIn(recipients('default'), noted);
    expect(lastEvent()).not.toHaveProperty('recipients');
  });

  test('is kept as written beside the vault’s own, is listed below it and is restored only once', () => {
    expect(vault.audit.earlier().map(({ hash }) => hash)).toEqual(part.trail.map(({ hash }) => hash));
    expect(vault.audit.findBreak()).toBeNull();
    const filter = { group: null, study: null, since: null, until: null, text: '' };
    const { entries, of } = vault.audit.list(filter, 0, 100);
    expect(entries.map(({ number, earlier }) => [number, earlier])).toEqual([
      [2, false],
      [1, false],
      [4, true],
      [3, true],
      [2, true],
      [1, true],
    ]);
    expect(of).toBe(6);
    expect(vault.backups.takeIn(part, noted)).toEqual({ settings: 0, trail: 0, trailLeftOut: null });
    expect(vault.audit.earlier()).toHaveLength(4);
    expect(vault.findSealBreak()).toBeNull();
  });

  test.each([
    ['an edited entry', "UPDATE earlier_audit SET actor = 'somebody' WHERE number = 2", 'was changed'],
    ['a missing entry', 'DELETE FROM earlier_audit WHERE number = 2', 'missing'],
    ['a truncated end', 'DELETE FROM earlier_audit WHERE number = 4', 'cut off'],
    ['the removal of all entries', 'DELETE FROM earlier_audit', 'missing'],
  ])('reports tampering: %s', (_what, change, says) => {
    db.exec(change);
    expect(findEarlierBreak(db)).toContain(says);
    expect(vault.audit.findBreak()).toContain(says);
  });

  test('reports tampering: an entry that was added', () => {
    const other = newVault();
    other.vault.audit.append({ kind: 'setting-changed', name: 'foreign', to: 1 });
    const [foreign] = other.vault.backups.contents().trail;
    db.prepare('INSERT INTO earlier_audit VALUES (?, ?, ?, ?, ?, ?)').run(
      Buffer.from(foreign?.hash ?? '', 'hex'),
      Buffer.from(foreign?.previous ?? '', 'hex'),
      foreign?.number,
      foreign?.at,
      foreign?.actor,
      foreign?.event,
    );
    expect(findEarlierBreak(db)).toContain('was added');
  });

  test.each(['{"kind":"of a newer Carrel"}', '{"kind":"restored"}', '{"kind":"sync","study":"22-001"}', '{"kind":"toString"}'])(
    'is listed even if this version cannot read an event: %s',
    (event) => {
      vault.backups.takeIn({ settings: [], trail: [{ ...first, event }], trailLeftOut: null }, noted);
      const { entries } = vault.audit.list({ group: null, study: null, since: null, until: null, text: 'this version' }, 0, 100);
      expect(entries.map(({ group, says }) => [group, says])).toEqual([
        ['check', `An entry that this version of Carrel cannot read (${(JSON.parse(event) as { kind: string }).kind})`],
      ]);
    },
  );

  test.each([
    ['a number as its study', '{"kind":"x","study":5}'],
    ['an object as its study', '{"kind":"x","study":{"a":1}}'],
    ['lists nested more deeply than SQLite reads', `{"kind":"x","a":${'['.repeat(2000)}${']'.repeat(2000)}}`],
  ])('is listed with %s, and the rest can still be filtered', (_what, event) => {
    vault.backups.takeIn({ settings: [], trail: [{ ...first, event }], trailLeftOut: null }, noted);
    const everything = { group: null, study: null, since: null, until: null, text: '' };
    const { of, studies } = vault.audit.list(everything, 0, 100);
    expect([of, studies]).toEqual([8, []]);
    expect(vault.audit.list({ ...everything, group: 'settings' }, 0, 100).total).toBe(4);
    expect(vault.audit.list({ ...everything, study: '5' }, 0, 100).total).toBe(0);
  });

  test('is included in the next backup', async () => {
    const next = newVault();
    next.vault.backups.takeIn(vault.backups.contents(), noted);
    expect(next.vault.audit.earlier()).toHaveLength(6);
    expect(next.vault.audit.findBreak()).toBeNull();
  });
});
