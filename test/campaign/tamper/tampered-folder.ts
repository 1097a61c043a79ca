import assert from 'node:assert/strict';
import { cpSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { syncStudies } from '../../../src/core/sync/sync-studies.ts';
import { vaultFiles } from '../../../src/core/vault/database.ts';
import { hasKeyFile, keyFilePath } from '../../../src/core/vault/keys/key-file.ts';
import { findVaultKey } from '../../../src/core/vault/keys/vault-key.ts';
import { createVault } from '../../../src/core/vault/open-vault.ts';
import { syncHostOver } from '../../../src/core/vault/studies/sync-host.ts';
import type { Vault } from '../../../src/core/vault/vault.ts';
import { createSandbox } from '../../../src/sandbox/sandbox.ts';
import { turningKeyStore as keyStore } from '../../unit/vault/key-store.ts';
import { cacheTargets } from './cache-targets.ts';
import { databaseTargets } from './database-targets.ts';
import { keyTarget } from './key-target.ts';
import { sealedTargets } from './sealed-targets.ts';
import type { Target } from './targets.ts';

/** A closed data folder with a study that was mirrored twice, copies of its files from in between, a site pack and a backup. */
export interface TamperedFolder {
  readonly targets: readonly Target[];
  /** The key file, and the vaults that it belongs to. */
  keys(): string;
  /** Restores all files and removes what was not there. */
  mend(): void;
  remove(): void;
}

const study = '22-001';
const passphrase = 'a passphrase of four words';

export async function openTamperedFolder(): Promise<TamperedFolder> {
  const folder = mkdtempSync(join(tmpdir(), 'carrel-tamper-'));
  try {
    return await fill(folder);
  } catch (error: unknown) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

async function fill(folder: string): Promise<TamperedFolder> {
  const [dir, earlier] = [join(folder, 'data'), join(folder, 'earlier')];
  const vault = await mirrorTwice(dir, earlier);
  const entry = vault.study(study);
  assert.ok(entry?.mark, 'the study is not marked');
  const access = { path: entry.path, key: Buffer.from(entry.key) };
  const sealed = await sealedTargets(vault, study, folder);
  vault.close();
  const { key } = await findVaultKey(dir, { keyStore }, () => new Date());
  const targets = [
    ...databaseTargets({ dir, earlier, key, study: access }),
    keyTarget({ dir, key, passphrase, keyStore }),
    ...(await cacheTargets(study, access)),
    ...sealed,
  ];
  const whole = new Map(filesIn(folder).map((path) => [path, readFileSync(path)]));
  return {
    targets,
    keys: () => JSON.stringify([vaultFiles(dir), hasKeyFile(dir) ? readFileSync(keyFilePath(dir), 'hex') : null]),
    mend: () => {
      for (const path of filesIn(folder)) if (!whole.has(path)) rmSync(path);
      for (const [path, bytes] of whole) {
        if (lstatSync(path, { throwIfNoEntry: false })?.isFile() === true && readFileSync(path).equals(bytes)) continue;
        rmSync(path, { force: true });
        writeFileSync(path, bytes, { mode: 0o600 });
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Everything in a folder that is not a folder itself, at any depth. */
function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name));
}

/** Mirrors, keeps copies and mirrors other data. */
async function mirrorTwice(dir: string, earlier: string): Promise<Vault> {
  const sandbox = createSandbox({ port: 0, subjects: 2, pageSize: 40, studies: [study] });
  try {
    const { partnerId, clientId, clientSecret } = sandbox.credentials;
    const vault = await createVault(dir, { passphrase, keyStore });
    vault.saveConnection({ baseUrl: await sandbox.listen(), partnerId, clientId, tokenStyle: 'body', demo: true }, clientSecret);
    const sync = async (): Promise<void> => {
      const request = { studies: [study], only: null, acceptShrink: true };
      const { exitCode } = await syncStudies(
        syncHostOver(vault, 'add', () => ({})),
        request,
        {},
      );
      assert.equal(exitCode, 0, 'the study could not be mirrored');
    };
    await sync();
    cpSync(dir, earlier, { recursive: true });
    sandbox.setRevision(1);
    await sync();
    return vault;
  } finally {
    await sandbox.close();
  }
}
