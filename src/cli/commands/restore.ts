import { resolve } from 'node:path';
import { backupKindNames, backupKinds, isWhollyRestored, type Restored, type RestoredStudy } from '../../shared/backup.ts';
import { printable } from '../../shared/printable.ts';
import { openBackup } from '../../core/backup/open-backup.ts';
import { restoreStudies, restoreTarget } from '../../core/backup/restore-backup.ts';
import { assertWritable } from '../../core/platform/read-only-folder.ts';
import { studiesFolder } from '../../core/vault/database.ts';
import { restoreNote } from '../../core/vault/vault-backups.ts';
import type { Vault } from '../../core/vault/vault.ts';
import type { Command, Invocation, Outcome } from '../command.ts';
import { withVault } from '../open-vault.ts';
import { writingHost } from '../route.ts';
import { progressOf, requireBackupPassphrase } from './backup.ts';
import { formatCount } from '../../shared/format-count.ts';

export const restore: Command = {
  name: 'restore',
  summary: 'restores a backup without changing anything newer on this computer',
  synopsis: 'PATH',
  options: {},
  notes: [
    'CARREL_BACKUP_PASSPHRASE is the passphrase of the backup; CARREL_PASSPHRASE is that of this data folder.',
    'On a new computer: connect, sync the studies, then restore. Restoring the same file again adds nothing.',
    'Exit code 30 means that a study needs a sync first, or already has its own history here, or that the backup has no whole audit trail.',
    'The message says which.',
  ],
  emptyFields: { studies: [] },
  positionals: { least: 1, most: 1 },
  run: restoreOne,
};

async function restoreOne(invocation: Invocation): Promise<Outcome> {
  const {
    positionals: [path = ''],
    secrets,
    out,
  } = invocation;
  const passphrase = requireBackupPassphrase(secrets.backupPassphrase);
  const restored = await withVault(invocation, async (vault) => {
    assertWritable(vault.dir);
    return takeIn(vault, resolve(path), passphrase, invocation);
  });
  for (const study of restored.studies) out.say(`${printable(study.study)}: ${sayStudy(study)}`);
  const { settings, trail, trailLeftOut } = restored.vault;
  out.say(`Settings: ${formatCount(settings)} added. Audit trail: ${formatCount(trail)} earlier entries added.`);
  if (isWhollyRestored(restored)) return { code: 'OK', fields: { ...restored } };
  const missing = restored.studies.flatMap(({ study, why }) => (why === null ? [] : [`${study}: ${why}`]));
  if (trailLeftOut !== null) missing.push(trailLeftOut);
  return { code: 'PARTIAL', message: missing.join(' '), fields: { ...restored } };
}

async function takeIn(vault: Vault, path: string, passphrase: string, invocation: Invocation): Promise<Restored> {
  const backup = await openBackup(path, passphrase, studiesFolder(vault.dir), progressOf(invocation));
  try {
    const { madeAt, sha256 } = backup;
    vault.audit.append({ kind: 'restore-begun', madeAt, sha256 });
    const host = writingHost(vault, invocation);
    const studies = await restoreStudies(host, backup, (study) => {
      const entry = vault.study(study);
      return entry === null ? null : restoreTarget(entry);
    });
    return { madeAt, sha256, studies, vault: vault.backups.takeIn(backup.vault, restoreNote({ madeAt, sha256, studies })) };
  } finally {
    backup.close();
  }
}

function sayStudy({ added, updated, why }: RestoredStudy): string {
  const parts = backupKindNames.flatMap((kind) => (added[kind] === 0 ? [] : [`${formatCount(added[kind])} ${backupKinds[kind]}`]));
  if (updated > 0) parts.push(`${formatCount(updated)} brought up to date`);
  if (parts.length > 0) return `added ${parts.join(', ')}`;
  return why === null ? 'all of it is here already' : 'nothing was added';
}
