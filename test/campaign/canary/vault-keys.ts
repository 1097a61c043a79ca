import { openDatabase } from '../../../src/core/store/database/database.ts';
import { readKeyFile } from '../../../src/core/vault/keys/key-file.ts';
import { derive, openWithPassphrase } from '../../../src/core/vault/keys/key-wrap.ts';
import { openVault } from '../../../src/core/vault/open-vault.ts';
import type { CanaryCase } from './canary-case.ts';
import type { Secret } from './needles.ts';

/** Adds the data folder's current keys to the search: of the vault, of its lock and of each study. */
export async function seekKeys(bench: CanaryCase, passphrase = bench.canaries.passphrase): Promise<void> {
  const { data } = bench.folders;
  const { passphrase: seal } = readKeyFile(data);
  const vaultKey = seal === null ? null : await openWithPassphrase(seal, passphrase);
  if (seal === null || vaultKey === null) throw new Error('The passphrase does not open the vault.');
  const vault = await openVault(data, { passphrase });
  const studies = vault.studies().map(({ key }): Secret => ({ what: 'the key of a study', value: Buffer.from(key) }));
  vault.close();
  bench.seek([
    { what: 'the key of the vault', value: vaultKey },
    { what: 'the key that a passphrase gives', value: await derive(passphrase, Buffer.from(seal.salt, 'base64')) },
    ...studies,
  ]);
}

/** Takes the study back to the first version of its tables and an older declaration, so that the next opening migrates it. */
export async function makeOlder({ folders, canaries }: CanaryCase): Promise<void> {
  const vault = await openVault(folders.data, { passphrase: canaries.passphrase });
  const entry = vault.study(canaries.study);
  if (entry === null) throw new Error('The study is not in the vault.');
  const db = openDatabase(entry.path, entry.key, 'write');
  db.exec(`
    DROP TABLE subjects_seen; DROP TABLE absent;
    ALTER TABLE pass DROP COLUMN staged_at; ALTER TABLE pass DROP COLUMN repeated; ALTER TABLE pass DROP COLUMN held;
    UPDATE projection SET fingerprint = 'older';
    PRAGMA user_version = 1;
  `);
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
  // Like a file whose writer was interrupted: judged by its seal alone.
  vault.saveMark(canaries.study, null);
  vault.close();
}
