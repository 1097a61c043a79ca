import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { openDatabase } from '../../../src/core/store/database/database.ts';
import type { StudyFileAccess } from '../../../src/core/store/database/study.ts';
import { openVaultDatabase, vaultPath } from '../../../src/core/vault/database.ts';
import { vaultSealPath } from '../../../src/core/vault/vault-seal.ts';
import { vaultOver } from '../../../src/core/vault/vault.ts';
import { verifyCache } from '../../../src/core/verify/verify-cache.ts';
import { isReported } from './is-reported.ts';
import { jsonIn, type Target } from './targets.ts';

interface Mirrored {
  readonly dir: string;
  /** The copy of the data folder between the two syncs. */
  readonly earlier: string;
  readonly key: Buffer;
  readonly study: StudyFileAccess;
}

/** The vault, its seal and the study's file. */
export function databaseTargets({ dir, earlier, key, study }: Mirrored): readonly Target[] {
  const vault = vaultPath(dir, key);
  const earlierVault = join(earlier, basename(vault));
  const isHarmless = (): Promise<boolean> => isFound(dir, key);
  const database = (part: Target['part'], file: StudyFileAccess, before: string): Target => ({
    part,
    path: file.path,
    now: readFileSync(file.path),
    earlier: readFileSync(before),
    key: file.key,
    content: () => contentOf(file),
    isHarmless,
  });
  const seal = vaultSealPath(vault);
  return [
    database('vault', { path: vault, key }, earlierVault),
    {
      part: 'seal',
      path: seal,
      now: readFileSync(seal),
      earlier: readFileSync(vaultSealPath(earlierVault)),
      key: null,
      content: () => jsonIn(seal),
      isHarmless,
    },
    database('study', study, join(earlier, 'studies', basename(study.path))),
  ];
}

/** Whether opening the vault is refused, or `verify` finds something in it. */
function isFound(dir: string, key: Buffer): Promise<boolean> {
  return isReported(async () => {
    const own = Buffer.from(key);
    const vault = vaultOver(openVaultDatabase(dir, own), dir, own, () => new Date());
    try {
      return verifyCache(vault).findings.length > 0;
    } finally {
      vault.close();
    }
  });
}

/** Everything readable in a database, or null if it cannot be read. */
function contentOf({ path, key }: StudyFileAccess): string | null {
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
