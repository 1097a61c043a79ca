import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../../../src/shared/errors.ts';
import { openDatabase } from '../../../src/core/store/database/database.ts';
import { syncStudies } from '../../../src/core/sync/sync-studies.ts';
import { openVaultDatabase, vaultFiles } from '../../../src/core/vault/database.ts';
import { createVault } from '../../../src/core/vault/open-vault.ts';
import type { Unwrapped } from '../../../src/core/vault/keys/key-wrap.ts';
import { syncHostOver } from '../../../src/core/vault/studies/sync-host.ts';
import { vaultOver, type Vault } from '../../../src/core/vault/vault.ts';
import { vaultSealPath } from '../../../src/core/vault/vault-seal.ts';
import { verifyCache } from '../../../src/core/verify/verify-cache.ts';
import { createSandbox } from '../../../src/sandbox/sandbox.ts';

export type Part = 'vault' | 'seal' | 'study';

/** One file: its correct content, its content before the last sync, and its key. */
export interface Target {
  readonly part: Part;
  readonly path: string;
  readonly now: Buffer;
  readonly earlier: Buffer;
  /** Null for the seal, which is not a database. */
  readonly key: Buffer | null;
}

/** A closed data folder with a study that was mirrored twice, and copies of its files from in between. */
export interface TamperedFolder {
  readonly targets: readonly Target[];
  /** Whether opening or `verify` detects a change. */
  noticed(): boolean;
  /** Everything readable in a target, as a text. */
  content(target: Target): string | null;
  /** Restores all files. */
  mend(): void;
  remove(): void;
}

const study = '22-001';

export async function openTamperedFolder(): Promise<TamperedFolder> {
  const dir = mkdtempSync(join(tmpdir(), 'carrel-tamper-'));
  const vaultKey = await mirrorTwice(dir, join(dir, 'earlier'));
  const [vaultName = ''] = vaultFiles(dir);
  const [vaultPath, earlierVault] = [join(dir, vaultName), join(dir, 'earlier', vaultName)];
  const { path, key } = withVault(dir, vaultKey, (vault) => {
    const entry = vault.study(study);
    assert.ok(entry?.mark, 'the study is not marked');
    return { path: entry.path, key: Buffer.from(entry.key) };
  });
  const target = (part: Part, now: string, earlier: string, opens: Buffer | null): Target => ({
    part,
    path: now,
    now: readFileSync(now),
    earlier: readFileSync(earlier),
    key: opens,
  });
  const targets = [
    target('vault', vaultPath, earlierVault, vaultKey),
    target('seal', vaultSealPath(vaultPath), vaultSealPath(earlierVault), null),
    target('study', path, join(dir, 'earlier', 'study.db'), key),
  ];
  return {
    targets,
    noticed: () => isNoticed(dir, vaultKey),
    content: ({ path: file, key: opens }) => (opens === null ? sealIn(file) : contentOf(file, opens)),
    mend: () => {
      for (const { path: file, now } of targets) {
        for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true });
        writeFileSync(file, now);
      }
    },
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}

/** Mirrors, keeps copies and mirrors other data. Returns the vault's key. */
async function mirrorTwice(dir: string, earlier: string): Promise<Buffer> {
  const sandbox = createSandbox({ port: 0, subjects: 2, pageSize: 40, studies: [study] });
  const key = Buffer.alloc(32);
  const keep = async (given: Buffer): Promise<Buffer> => {
    given.copy(key);
    return Buffer.from(given);
  };
  const giveBack = async (sealed: Buffer): Promise<Unwrapped> => ({ key: await keep(sealed), sealAgain: false });
  const keyStore = { backend: 'keychain', platform: 'darwin' as const, available: true, wrap: keep, unwrap: giveBack };
  try {
    const { partnerId, clientId, clientSecret } = sandbox.credentials;
    const vault = await createVault(dir, { passphrase: null, keyStore });
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
    const [name = ''] = vaultFiles(dir);
    cpSync(join(dir, name), join(earlier, name));
    cpSync(vaultSealPath(join(dir, name)), vaultSealPath(join(earlier, name)));
    cpSync(vault.study(study)?.path ?? '', join(earlier, 'study.db'));
    sandbox.setRevision(1);
    await sync();
    vault.close();
  } finally {
    await sandbox.close();
  }
  return key;
}

function withVault<T>(dir: string, key: Buffer, use: (vault: Vault) => T): T {
  const own = Buffer.from(key);
  const vault = vaultOver(openVaultDatabase(dir, own), dir, own, () => new Date());
  try {
    return use(vault);
  } finally {
    vault.close();
  }
}

function isNoticed(dir: string, key: Buffer): boolean {
  try {
    return withVault(dir, key, (vault) => verifyCache(vault).findings.length > 0);
  } catch (error: unknown) {
    if (error instanceof AppError) return true;
    throw error;
  }
}

/** The seal without surrounding white space. */
function sealIn(path: string): string | null {
  try {
    return JSON.stringify(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return null;
  }
}

/** The content, or null if it cannot be read. */
function contentOf(path: string, key: Buffer): string | null {
  if (!existsSync(path)) return null;
  try {
    const db = openDatabase(path, Buffer.from(key), 'read');
    try {
      const schema = db
        .prepare<[], readonly [string, string]>('SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name')
        .raw()
        .all();
      const tables = schema.filter(([, sql]) => sql.startsWith('CREATE TABLE'));
      return JSON.stringify([schema, ...tables.map(([name]) => db.prepare(`SELECT * FROM "${name}"`).raw().all())]);
    } finally {
      db.close();
    }
  } catch {
    return null;
  }
}
