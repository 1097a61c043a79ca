import { copyFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { openDatabase } from '../../../src/core/store/database/database.ts';
import { withPrivateCopy } from '../../../src/core/store/study-file/private-copy.ts';
import { createVault, openVault } from '../../../src/core/vault/open-vault.ts';
import { findBreak, openBesideWriter } from '../../../src/core/vault/read-beside-writer.ts';
import { findVaultKey } from '../../../src/core/vault/keys/vault-key.ts';
import { vaultOver, type Vault } from '../../../src/core/vault/vault.ts';
import { vaultSealPath } from '../../../src/core/vault/vault-seal.ts';
import { temporaryFolders } from './folder.ts';
import { turningKeyStore as keyStore } from './key-store.ts';

const now = (): Date => new Date();

describe('a vault that is read while another account changes it', () => {
  const folder = temporaryFolders();

  /** A vault with its writer, and how an account that may only read opens it. */
  async function shared(): Promise<{ writer: Vault; file: string; open: () => Vault; change: () => void }> {
    const dir = folder();
    const writer = await createVault(dir, { passphrase: null, keyStore });
    const { key } = await findVaultKey(dir, { keyStore }, now);
    const file = join(dir, readdirSync(dir).find((name) => /^vault-.*\.db$/.test(name)) ?? 'none');
    return {
      writer,
      file,
      open: () =>
        vaultOver(
          withPrivateCopy(file, (copy) => openDatabase(copy, key, 'read')),
          dir,
          Buffer.from(key),
          now,
        ),
      change: () => writer.audit.append({ kind: 'unlocked', with: 'os' }),
    };
  }

  test('is read again if it changed between the copy and its seal, and is not reported as older', async () => {
    const { writer, file, open, change } = await shared();
    let opened = 0;
    const openAndChange = (): Vault => {
      const vault = open();
      opened += 1;
      if (opened < 3) change();
      return vault;
    };
    const { vault, found } = await openBesideWriter(openAndChange, vaultSealPath(file), { within: 60_000, pause: 0 });
    expect([opened, found]).toEqual([3, null]);
    expect(vault.audit.head()).toEqual(writer.audit.head());
    vault.close();
    writer.close();
  });

  test('is BUSY if it keeps changing, and no copy stays open', async () => {
    const { writer, file, open, change } = await shared();
    const closed: (() => void)[] = [];
    const openAndChange = (): Vault => {
      const vault = open();
      closed.push(vi.spyOn(vault, 'close'));
      change();
      return vault;
    };
    const reading = openBesideWriter(openAndChange, vaultSealPath(file), { within: 30, pause: 1 });
    await expect(reading).rejects.toMatchObject({ code: 'BUSY', message: expect.stringContaining('changed by another Carrel') });
    for (const close of closed) expect(close).toHaveBeenCalledOnce();
    writer.close();
  });

  test('is reported at once if it is older than its seal and nobody changes it', async () => {
    const { writer, file, open, change } = await shared();
    copyFileSync(file, `${file}.kept`);
    change();
    writer.close();
    copyFileSync(`${file}.kept`, file);
    rmSync(`${file}-wal`, { force: true });
    const { vault, found } = await openBesideWriter(open, vaultSealPath(file), { within: 0, pause: 0 });
    expect(found).toMatchObject({ why: 'vault-older' });
    vault.close();
  });

  test('is closed if it cannot be compared with its seal', async () => {
    const vault = await createVault(folder(), { passphrase: null, keyStore });
    const close = vi.spyOn(vault, 'close');
    const failing: Vault = {
      ...vault,
      close: () => {
        vault.close();
      },
      findSealBreak: () => {
        throw new Error('no room');
      },
    };
    expect(() => findBreak(failing)).toThrow('no room');
    expect(close).toHaveBeenCalledOnce();
    (await openVault(vault.dir, { keyStore })).close();
  });
});
