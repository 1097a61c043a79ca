import assert from 'node:assert/strict';
import { cpSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { StudyEntry } from '../../../src/core/vault/studies/studies.ts';
import { vaultFiles } from '../../../src/core/vault/database.ts';
import { readKeyFile } from '../../../src/core/vault/keys/key-file.ts';
import { openWithPassphrase } from '../../../src/core/vault/keys/key-wrap.ts';
import { openVault } from '../../../src/core/vault/open-vault.ts';
import type { Vault } from '../../../src/core/vault/vault.ts';
import { carrel, passphrase, workFolder, type Ended } from '../../cli/carrel.ts';

/** Runs `use` with a copy of a data folder, which it may spoil. */
export async function onCopy<T>(folder: string, use: (dataDir: string) => Promise<T> | T): Promise<T> {
  const { path, remove } = workFolder();
  try {
    const dataDir = join(path, 'data');
    cpSync(folder, dataDir, { recursive: true });
    return await use(dataDir);
  } finally {
    remove();
  }
}

/** Opens the vault of a data folder in this process. */
export async function withOpened<T>(dataDir: string, use: (vault: Vault) => Promise<T> | T): Promise<T> {
  const vault = await openVault(dataDir, { passphrase });
  try {
    return await use(vault);
  } finally {
    vault.close();
  }
}

export function entryOf(vault: Vault, study: string): StudyEntry {
  const entry = vault.study(study);
  assert.ok(entry !== null, `${study} is not in the vault`);
  return entry;
}

/** The path of the vault's file. */
export function vaultFileOf(dataDir: string): string {
  const [name] = vaultFiles(dataDir);
  assert.ok(name !== undefined, 'there is no vault');
  return join(dataDir, name);
}

export async function vaultKeyOf(dataDir: string): Promise<Buffer> {
  const { passphrase: seal } = readKeyFile(dataDir);
  const key = seal === null ? null : await openWithPassphrase(seal, passphrase);
  assert.ok(key !== null, 'the passphrase does not open the vault');
  return key;
}

/** Runs the command line with --json and expects at most one sentence on stderr, without a stack. */
export async function run(dataDir: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const done = await carrel([...args, '--json'], { dataDir, env: { CARREL_PASSPHRASE: passphrase, ...env } });
  assert.ok(done.stderr.trim().split('\n').length <= 1, `more than a sentence: ${done.stderr}`);
  assert.doesNotMatch(done.stderr, /\n\s+at |node:internal|Something unexpected/);
  return done;
}

/** Runs it and asserts its exit code. */
export async function expectRun(dataDir: string, args: readonly string[], code: number, says = /(?:)/): Promise<Ended> {
  const done = await run(dataDir, args);
  assert.equal(done.code, code, `${args.join(' ')}: ${done.stderr}`);
  assert.match(done.stderr, says);
  return done;
}

/** The files of a folder with their content, except what every opening recreates: shared memory and empty journals. */
export function contentOf(folder: string): ReadonlyMap<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
  const bytes = paths.map((path) => [path.slice(folder.length), readFileSync(path).toString('base64')] as const);
  return new Map(bytes.filter(([path, content]) => !path.endsWith('-shm') && !(path.endsWith('-wal') && content === '')));
}
