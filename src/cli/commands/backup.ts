import { resolve } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import { printable } from '../../shared/printable.ts';
import { leastKept, mostKept } from '../../shared/backup.ts';
import { backupState, dropBackupPlan, lastBackup, noteBackup, saveBackupPlan } from '../../core/vault/settings/backup-plan.ts';
import { backUpVault, type BackedUp } from '../../core/backup/back-up-vault.ts';
import { assertStrongPassphrase } from '../../core/platform/passphrase-strength.ts';
import { assertWritable } from '../../core/platform/read-only-folder.ts';
import type { Command, Given, Invocation, Outcome } from '../command.ts';
import { requireStudy, withVault } from '../open-vault.ts';
import { size } from '../text.ts';
import { programVersion } from '../version.ts';

export const backup: Command = {
  name: 'backup',
  summary: 'saves notes, marks, mappings, settings, the change history and the audit trail in one encrypted file',
  synopsis: '--out PATH [--study STUDY] [--force] [--weak-passphrase] | --after-sync DIR|off [--keep N]',
  options: {
    out: { type: 'string', value: 'PATH', says: 'file to write' },
    study: { type: 'string', value: 'STUDY', says: 'back up only this study (default: all)' },
    force: { type: 'boolean', says: 'replace an existing file' },
    'weak-passphrase': { type: 'boolean', says: 'accept a passphrase that is easy to guess' },
    'after-sync': {
      type: 'string',
      value: 'DIR|off',
      says: 'make a backup in this folder after each sync, from the window too; off: stop',
    },
    keep: { type: 'string', value: 'N', says: 'how many of those backups to keep (10)' },
  },
  notes: [
    'CARREL_BACKUP_PASSPHRASE is the passphrase of the backup. Without it the file cannot be read.',
    'A backup holds no records except the values in the change history; a sync brings the records back. It holds no connection and no secrets.',
    'Give the passphrase for backups after a sync once, with --after-sync. Only a key derived from it is stored.',
    'A study that cannot be read is left out and reported (exit code 30). If --study names it, no file is written.',
    'An audit trail that is not whole is left out and reported, too.',
  ],
  emptyFields: { path: null },
  positionals: { least: 0, most: 0 },
  run: makeOne,
};

async function makeOne(invocation: Invocation): Promise<Outcome> {
  const { given, secrets, out } = invocation;
  const target = given.text('out');
  const folder = given.text('after-sync');
  assertOneUse(given);
  if (folder !== null) return planAfterSync(folder, invocation);
  if (target === null) throw new AppError('USAGE', `"backup" needs --out. Usage: carrel backup ${backup.synopsis}`);
  const under = requireBackupPassphrase(secrets.backupPassphrase);
  await assertStrong(under, given);
  const path = resolve(target);
  const made = await withVault(invocation, async (vault) => {
    assertWritable(vault.dir);
    const study = given.text('study');
    if (study !== null) requireStudy(vault, study);
    const request = { path, replace: given.flag('force'), under, madeBy: programVersion(), now: new Date(), study, afterSync: false };
    const done = await backUpVault(vault, request, progressOf(invocation));
    if (study === null) noteBackup(vault, lastBackup(path, done, false));
    return done;
  });
  out.say(`${path}: ${sayStudies(made)}, ${size(made.bytes)}, sealed. SHA-256 ${made.sha256}`);
  for (const { study, message } of made.leftOut) out.note(`${printable(study)} is not in the backup: ${message}`);
  if (made.trailLeftOut !== null) out.note(`The audit trail is not in the backup: ${made.trailLeftOut}`);
  const fields = { path, ...made };
  const missing = [
    ...(made.leftOut.length === 0 ? [] : [`Studies that could not be read are not in the backup: ${made.leftOut.length}.`]),
    ...(made.trailLeftOut === null ? [] : ['The audit trail is not in the backup.']),
  ];
  return missing.length === 0 ? { code: 'OK', fields } : { code: 'PARTIAL', message: missing.join(' '), fields };
}

/** Throws USAGE if one call makes a backup now and also configures backups after a sync. */
function assertOneUse(given: Given): void {
  const now = [
    given.text('out') === null ? null : '--out',
    given.text('study') === null ? null : '--study',
    given.flag('force') ? '--force' : null,
  ];
  const later = [given.text('after-sync') === null ? null : '--after-sync', given.text('keep') === null ? null : '--keep'];
  const [one, other] = [now.find((name) => name !== null), later.find((name) => name !== null)];
  if (one !== undefined && other !== undefined)
    throw new AppError(
      'USAGE',
      `"${one}" makes a backup now and "${other}" sets up backups after a sync. Nothing was changed. Give only one of them.`,
    );
}

/** Makes a backup in this folder after each sync from now on, or none if it is `off`. */
async function planAfterSync(folder: string, invocation: Invocation): Promise<Outcome> {
  const { secrets, out } = invocation;
  const keep = readKeep(invocation.given.text('keep'));
  if (folder !== 'off' && secrets.backupPassphrase !== null) await assertStrong(secrets.backupPassphrase, invocation.given);
  return withVault(invocation, async (vault) => {
    assertWritable(vault.dir);
    if (folder === 'off') dropBackupPlan(vault);
    else await saveBackupPlan(vault, { folder: resolve(folder), keep, passphrase: secrets.backupPassphrase ?? undefined });
    const { plan } = backupState(vault);
    if (plan === null) out.say('Backups after a sync are off. Existing backups are kept.');
    else out.say(`After each sync a backup is made in ${plan.folder}; the newest ${plan.keep} are kept.`);
    return { code: 'OK', fields: { path: null, plan } };
  });
}

function assertStrong(passphrase: string, given: Given): Promise<void> {
  return assertStrongPassphrase(passphrase, given.flag('weak-passphrase'), ', or confirm with --weak-passphrase');
}

function readKeep(text: string | null): number | undefined {
  if (text === null) return undefined;
  const keep = Number(text);
  if (Number.isInteger(keep) && keep >= leastKept && keep <= mostKept) return keep;
  throw new AppError('USAGE', `"--keep" must be a whole number from ${leastKept} to ${mostKept}.`);
}

/** The passphrase of a backup. Throws LOCKED if none was given. */
export function requireBackupPassphrase(passphrase: string | null): string {
  if (passphrase !== null) return passphrase;
  throw new AppError('LOCKED', 'The passphrase of the backup is required. Set CARREL_BACKUP_PASSPHRASE.');
}

/** Reports the progress of work on a file; Ctrl-C aborts it. */
export function progressOf({ out, signal }: Pick<Invocation, 'out' | 'signal'>): {
  readonly signal: AbortSignal;
  readonly onProgress: (bytes: number, of: number) => void;
} {
  return {
    signal,
    onProgress: (bytes, of) => {
      out.event({ event: 'progress', bytes, of });
      out.progress(of === 0 ? 'Copying' : `${size(bytes)} of ${size(of)}`);
    },
  };
}

function sayStudies({ studies }: Pick<BackedUp, 'studies'>): string {
  if (studies.length === 0) return 'no study, only settings and audit trail';
  return studies.length === 1 ? `study ${printable(studies[0] ?? '')}` : `${studies.length} studies`;
}
