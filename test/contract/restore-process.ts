import { join } from 'node:path';
import { openBackup } from '../../src/core/backup/open-backup.ts';
import { restoreStudies, restoreTarget } from '../../src/core/backup/restore-backup.ts';
import { restoreNote } from '../../src/core/vault/vault-backups.ts';
import { studiesFolder } from '../../src/core/vault/database.ts';
import { openVault } from '../../src/core/vault/open-vault.ts';
import { syncHostOver } from '../../src/core/vault/studies/sync-host.ts';
import { turningKeyStore } from '../unit/vault/key-store.ts';

/** Restores a backup as the command line does, for a test that kills it. Arguments: data folder, backup, its passphrase. */
const [dataDir = '', file = '', passphrase = ''] = process.argv.slice(2);
const vault = await openVault(dataDir, { keyStore: turningKeyStore });
const backup = await openBackup(join(file), passphrase, studiesFolder(dataDir));
const { madeAt, sha256 } = backup;
vault.audit.append({ kind: 'restore-begun', madeAt, sha256 });
const studies = await restoreStudies(
  syncHostOver(vault, 'refuse', () => ({})),
  backup,
  (study) => {
    const entry = vault.study(study);
    return entry === null ? null : restoreTarget(entry);
  },
);
vault.backups.takeIn(backup.vault, restoreNote({ madeAt, sha256, studies }));
backup.close();
vault.close();
