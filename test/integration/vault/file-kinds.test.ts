import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openPack } from '../../../src/core/pack/open-pack.ts';
import { findUnmarked } from '../../../src/core/vault/studies/diagnose-study.ts';
import { beginDigests } from '../../../src/core/vault/studies/early-digests.ts';
import { openBesideSync } from '../../../src/core/vault/studies/open-study.ts';
import { createVault, openVault, vaultState } from '../../../src/core/vault/open-vault.ts';
import { readPresetFile } from '../../../src/core/vault/settings/preset-file.ts';
import { readTermsFile } from '../../../src/core/vault/settings/terms-file.ts';
import { readTries } from '../../../src/core/vault/keys/tries.ts';
import { markFile } from '../../../src/core/store/database/file-digest.ts';
import { createStudyFile } from '../../../src/core/store/study-file/study-file.ts';
import { temporaryFolders } from '../../unit/vault/folder.ts';
import { turningKeyStore as keyStore } from '../../unit/vault/key-store.ts';

const folder = temporaryFolders();

/** What may stand in place of a file. Opening a pipe that nobody writes to would block forever. */
const kinds = {
  'a pipe': (path: string) => {
    execFileSync('mkfifo', [path]);
  },
  'a device': (path: string) => {
    symlinkSync('/dev/zero', path);
  },
  'a folder': (path: string) => {
    mkdirSync(path);
  },
} as const;
type Kind = keyof typeof kinds;
const everyKind = Object.keys(kinds) as Kind[];

async function made(): Promise<string> {
  const vault = await createVault(join(folder(), 'data'), { passphrase: null, keyStore });
  const { path, key } = vault.addStudy('22-001', { demo: false, provisional: false });
  createStudyFile(path, key, '22-001');
  vault.saveSeal('22-001', { generation: 1, counts: {}, digest: '0'.repeat(64) }, 'complete');
  vault.close();
  return vault.dir;
}

/** Replaces a file of a data folder by something else. */
function replace(dir: string, name: RegExp, kind: Kind): void {
  const path = join(dir, readdirSync(dir).find((one) => name.test(one)) ?? 'none');
  rmSync(path);
  kinds[kind](path);
}

describe.runIf(process.platform === 'linux')('something else in place of a file', () => {
  test.each(everyKind)('%s instead of the key file is reported, and no key is created', async (kind) => {
    const dir = await made();
    replace(dir, /^keys\.json$/, kind);
    expect(vaultState(dir)).toMatchObject({ exists: true, problem: { code: 'LOCKED' } });
    await expect(openVault(dir, { keyStore })).rejects.toMatchObject({ code: 'LOCKED' });
    await expect(createVault(dir, { passphrase: null, keyStore })).rejects.toThrow();
  });

  test.each(everyKind)('%s instead of the vault file is reported as damage', async (kind) => {
    const dir = await made();
    replace(dir, /^vault-.*\.db$/, kind);
    await expect(openVault(dir, { keyStore })).rejects.toMatchObject({ code: 'CORRUPT' });
  });

  test.each(everyKind)('%s instead of the vault’s seal is reported as a seal that is not genuine', async (kind) => {
    const dir = await made();
    replace(dir, /\.seal$/, kind);
    await expect(openVault(dir, { keyStore })).rejects.toMatchObject({ code: 'CORRUPT', message: expect.stringContaining('not genuine') });
  });

  test.each(everyKind)('%s instead of the count of wrong tries gives no free tries', async (kind) => {
    const dir = await made();
    kinds[kind](join(dir, 'tries.json'));
    expect(readTries(dir).failures).toBe(3);
  });

  test.each(everyKind)('%s instead of the writer’s lock is reported, and no vault is created', async (kind) => {
    const dir = folder();
    kinds[kind](join(dir, 'writer.lock'));
    await expect(createVault(dir, { passphrase: null, keyStore })).rejects.toMatchObject({ code: 'CORRUPT' });
    expect(existsSync(join(dir, 'keys.json'))).toBe(false);
  });

  test.each(everyKind)('%s instead of a study’s file is reported as damage of that study', async (kind) => {
    const dir = await made();
    replace(join(dir, 'studies'), /\.db$/, kind);
    const vault = await openVault(dir, { keyStore });
    expect(() => openBesideSync(vault, '22-001')).toThrow(expect.objectContaining({ code: 'CORRUPT' }));
    vault.close();
  });

  test.each(everyKind)(
    '%s instead of a study’s file that was closed in order is found at an unlock, which does not wait for its end',
    async (kind) => {
      const dir = await made();
      const vault = await openVault(dir, { keyStore });
      const path = vault.study('22-001')?.path ?? '';
      vault.saveMark('22-001', markFile(path));
      rmSync(path);
      kinds[kind](path);
      for (const digests of [undefined, beginDigests(dir)])
        expect([...(await findUnmarked(vault, digests)).values()]).toMatchObject([{ code: 'CORRUPT' }]);
      vault.close();
    },
  );

  test.each(everyKind)('%s is refused as a site pack, preset or terms file', async (kind) => {
    const path = join(folder(), 'given');
    kinds[kind](path);
    await expect(openPack(path, 'passphrase')).rejects.toMatchObject({ code: 'USAGE' });
    expect(() => readPresetFile(path)).toThrow(expect.objectContaining({ code: 'USAGE' }));
    expect(() => readTermsFile(path)).toThrow(expect.objectContaining({ code: 'USAGE' }));
  });
});

test('does not read a key file that is far too long', async () => {
  const dir = await made();
  writeFileSync(join(dir, 'keys.json'), ' '.repeat(1_000_000));
  expect(vaultState(dir)).toMatchObject({ exists: true, problem: { code: 'LOCKED' } });
});
