import { describe, expect, test } from 'vitest';
import { changeKeys } from '../../../src/core/vault/keys/change-keys.ts';
import { copyUnderKey } from '../../../src/core/store/study-file/reencrypt.ts';
import { createStudyFile } from '../../../src/core/store/study-file/study-file.ts';
import { createVault, openVault } from '../../../src/core/vault/open-vault.ts';
import type { Vault } from '../../../src/core/vault/vault.ts';
import { temporaryFolders } from '../../unit/vault/folder.ts';
import { turningKeyStore as keyStore, turningStoreOf } from '../../unit/vault/key-store.ts';

const folder = temporaryFolders();
const anchor = { kind: 'first-record' } as const;
const made = (): Promise<Vault> => createVault(folder(), { passphrase: null, keyStore });
const saltOf = (vault: Vault, recipient: string): string =>
  Buffer.from(vault.recipients.protection({ recipient, anchor }).salt).toString('hex');
const reported = (vault: Vault): readonly string[] =>
  vault.audit.entries().flatMap(({ event }) => (event.kind === 'recipient-added' ? [event.recipient] : []));

describe('a recipient of pseudonyms', () => {
  test('gets a 32-byte salt on first use and keeps it, and the trail records its name', async () => {
    const vault = await made();
    expect(vault.recipients.names()).toEqual([]);
    const salt = saltOf(vault, 'Acme');
    expect(salt).toMatch(/^[0-9a-f]{64}$/);
    expect([saltOf(vault, 'Acme'), saltOf(vault, ' ACME ')]).toEqual([salt, salt]);
    expect(saltOf(vault, 'Zürich')).not.toBe(salt);
    expect(saltOf(vault, 'Zu\u0308rich')).toBe(saltOf(vault, 'Zürich'));
    expect(vault.recipients.names()).toEqual(['Acme', 'Zürich']);
    expect(reported(vault)).toEqual(['Acme', 'Zürich']);
    expect(JSON.stringify(vault.audit.entries())).not.toContain(salt);
    vault.close();
    const again = await openVault(vault.dir, { keyStore });
    expect([saltOf(again, 'acme'), reported(again)]).toEqual([salt, ['Acme', 'Zürich']]);
    again.close();
  });

  test('is shown by the name as it was first written', async () => {
    const vault = await made();
    saltOf(vault, 'Acme');
    expect(vault.recipients.protection({ recipient: 'aCME', anchor })).toMatchObject({ recipient: 'Acme', anchor });
    vault.close();
  });

  test('has a different salt in another vault', async () => {
    const [one, other] = [await made(), await made()];
    expect(saltOf(one, 'Acme')).not.toBe(saltOf(other, 'Acme'));
    one.close();
    other.close();
  });

  test('keeps its salt when a study is wiped and when the keys are renewed', async () => {
    const vault = await made();
    const { path, key } = vault.addStudy('22-001', { demo: false, provisional: false });
    createStudyFile(path, key, '22-001');
    const salt = saltOf(vault, 'Acme');
    vault.wipeStudy('22-001');
    expect(saltOf(vault, 'Acme')).toBe(salt);
    vault.close();
    const to = { passphrase: null, keyStore: turningStoreOf('kwallet6'), use: 'always' } as const;
    const changed = await changeKeys(
      vault.dir,
      { unlock: { keyStore }, to, studies: true },
      { copy: async (from, target) => copyUnderKey(from, target), onProgress: () => undefined },
    );
    expect(changed.error).toBeNull();
    expect(saltOf(changed.vault, 'Acme')).toBe(salt);
    changed.vault.close();
  });

  test('needs a one-line name; more than 200 are refused, and known ones keep working', async () => {
    const vault = await made();
    for (const name of ['', '   ', 'a\nb', 'x'.repeat(81), 'a\u202eb'])
      expect(() => saltOf(vault, name)).toThrow(expect.objectContaining({ code: 'USAGE' }));
    for (let at = 0; at < 200; at++) saltOf(vault, `recipient ${at}`);
    const first = saltOf(vault, 'recipient 0');
    expect(() => saltOf(vault, 'one more')).toThrow(expect.objectContaining({ code: 'USAGE' }));
    expect([saltOf(vault, 'recipient 0'), vault.recipients.names().length]).toEqual([first, 200]);
    vault.close();
  });
});
