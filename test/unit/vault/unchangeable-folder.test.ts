import type * as fs from 'node:fs';
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { assertOwnFolder, remarkOnShared } from '../../../src/core/platform/own-folder.ts';
import { createVault, openVault } from '../../../src/core/vault/open-vault.ts';
import { turningKeyStore as keyStore } from './key-store.ts';

/** What a disk without permissions for single folders does with those of the folders listed here. */
const disk = vi.hoisted(() => ({ keeps: new Set<unknown>(), refuses: false }));

vi.mock('node:fs', async (importActual) => {
  const actual = await importActual<typeof fs>();
  return {
    ...actual,
    chmodSync: (path: string, mode: number) => {
      if (!disk.keeps.has(path)) actual.chmodSync(path, mode);
      else if (disk.refuses) throw Object.assign(new Error('EPERM'), { code: 'EPERM' });
    },
  };
});

const made: string[] = [];
afterEach(() => {
  disk.keeps.clear();
  for (const dir of made.splice(0)) rmSync(dir, { recursive: true, force: true });
});

function folderOf(mode: number, does: string): string {
  const dir = mkdtempSync(join(tmpdir(), 'carrel-vault-'));
  made.push(dir);
  chmodSync(dir, mode);
  disk.keeps.add(dir);
  disk.refuses = does === 'is refused';
  return dir;
}

describe.runIf(process.platform !== 'win32')('a data folder on a disk without permissions', () => {
  test.each(['is refused', 'changes nothing'])(
    'that its group can write to is opened where chmod %s, with one remark and no trail entry',
    async (does) => {
      const dir = folderOf(0o770, does);
      (await createVault(dir, { passphrase: null, keyStore })).close();
      for (let time = 0; time < 2; time += 1) (await openVault(dir, { keyStore })).close();
      const vault = await openVault(dir, { keyStore });
      expect(vault.audit.entries().map(({ event }) => event.kind)).not.toContain('folder-mended');
      vault.close();
      expect(statSync(dir).mode & 0o777).toBe(0o770);
      expect(remarkOnShared(dir)).toContain('is writable by other accounts of its group');
      expect(remarkOnShared(dir)).toBeNull();
    },
  );

  test.each(['is refused', 'changes nothing'])('that everybody can write to is refused where chmod %s', async (does) => {
    for (const mode of [0o777, 0o757]) {
      const dir = folderOf(mode, does);
      const refused = { code: 'SECURITY', message: expect.stringContaining('does not allow this to be changed') };
      await expect(createVault(dir, { passphrase: null, keyStore })).rejects.toMatchObject(refused);
      await expect(openVault(dir, { keyStore })).rejects.toMatchObject(refused);
    }
  });

  test('needs no remark if its permissions can be repaired', () => {
    const dir = folderOf(0o777, '');
    disk.keeps.clear();
    expect([assertOwnFolder(dir), remarkOnShared(dir)]).toEqual(['mended', null]);
  });
});
