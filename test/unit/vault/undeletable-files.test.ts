import type * as FileSystem from 'node:fs';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { createVault, openVault } from '../../../src/core/vault/open-vault.ts';
import type { Vault } from '../../../src/core/vault/vault.ts';
import { temporaryFolders } from './folder.ts';
import { turningKeyStore as keyStore } from './key-store.ts';

/** Names of files that cannot be deleted, as if another program had them open (Windows), and what happens before a file is deleted. */
const disk = vi.hoisted(() => ({ held: new Set<string>(), before: (_name: string): void => undefined }));

vi.mock('node:fs', async (importActual) => {
  const actual = await importActual<typeof FileSystem>();
  return {
    ...actual,
    rmSync: (...[path, options]: Parameters<typeof actual.rmSync>) => {
      const name = basename(String(path));
      disk.before(name);
      if (disk.held.has(name)) throw Object.assign(new Error('EBUSY'), { code: 'EBUSY', syscall: 'unlink' });
      actual.rmSync(path, options);
    },
  };
});

const folder = temporaryFolders();
afterEach(() => {
  disk.held.clear();
  disk.before = () => undefined;
});

async function vaultWithStudies(): Promise<{ readonly vault: Vault; readonly files: readonly string[] }> {
  const vault = await createVault(folder(), { passphrase: null, keyStore });
  const files = ['22-001', '22-002'].map((study) => {
    const { path } = vault.addStudy(study, { demo: false, provisional: false });
    writeFileSync(path, 'mirror');
    return basename(path);
  });
  return { vault, files };
}

const left = ({ dir }: Vault): string[] => readdirSync(join(dir, 'studies'));

// This used to be an unexpected error, at the wipe and at every opening after it.
test('a file that cannot be deleted at a wipe is reported, prevents no opening, and is deleted later', async () => {
  const { vault, files } = await vaultWithStudies();
  const [wiped = '', kept = ''] = files;
  disk.held.add(wiped);
  const reported = { code: 'STORE', message: expect.stringMatching(/^Files of wiped studies .* \(EBUSY\)\. .*Carrel deletes the rest/) };
  expect(() => vault.wipeStudy('22-001')).toThrow(expect.objectContaining(reported));
  expect(vault.studyNumbers()).toEqual(['22-002']);
  vault.close();
  (await openVault(vault.dir, { keyStore })).close();
  expect(left(vault).sort()).toEqual([wiped, kept].sort());
  disk.held.clear();
  (await openVault(vault.dir, { keyStore })).close();
  expect(left(vault)).toEqual([kept]);
});

test.each([
  ['a leftover of a killed writer', 'keys.json.999999999-0123abcd.new'],
  ['the count of wrong passphrases', 'tries.json'],
])('%s that cannot be deleted prevents no opening', async (_what, name) => {
  const { vault } = await vaultWithStudies();
  vault.close();
  writeFileSync(join(vault.dir, name), '');
  disk.held.add(name);
  (await openVault(vault.dir, { keyStore })).close();
  disk.held.clear();
  (await openVault(vault.dir, { keyStore })).close();
  expect(existsSync(join(vault.dir, name))).toBe(false);
});

test('an erasure does not forget the file of a study that another process wipes meanwhile', async () => {
  const { vault, files } = await vaultWithStudies();
  const other = await openVault(vault.dir, { keyStore });
  const [first = '', second = ''] = files;
  disk.held.add(second);
  disk.before = (name) => {
    if (name !== first) return;
    disk.before = () => undefined;
    expect(() => other.wipeStudy('22-002')).toThrow('could not all be deleted');
  };
  vault.wipeStudy('22-001');
  disk.held.clear();
  vault.close();
  other.close();
  (await openVault(vault.dir, { keyStore })).close();
  expect(left(vault)).toEqual([]);
});
