import { backupKindNames, type BackupKind } from '../../../shared/backup.ts';
import type { BackedUpFile, BackupsState, RestoredBackup } from '../../../shared/calls/backups.ts';
import { formatMoment } from '../../ui/format/dates.ts';
import { formatSize } from '../../ui/format/numbers.ts';
import { formatCount, formatCountOf } from '../../../shared/format-count.ts';

const kindWords: Readonly<Record<BackupKind, readonly [one: string, many: string]>> = {
  changes: ['change history entry', 'change history entries'],
  notes: ['note', 'notes'],
  marks: ['looked-at mark', 'looked-at marks'],
  filters: ['saved subject filter', 'saved subject filters'],
  views: ['saved view', 'saved views'],
  checks: ['own check', 'own checks'],
  visits: ['visit order, list of reference dates or data cut-off', 'visit orders, lists of reference dates and data cut-offs'],
  mappings: ['version of tests and units', 'versions of tests and units'],
};

/** When the last backup was made, its file and its size. */
export function sayLast({ last }: Pick<BackupsState, 'last'>): string {
  if (last === null) return 'No backup yet. Until then, your notes and the change history exist only on this computer.';
  const left = last.leftOut.length === 0 ? '' : ` Left out because they could not be read: ${last.leftOut.join(', ')}.`;
  return `${formatMoment(last.at)}${last.afterSync ? ', after a sync' : ''}: ${last.file}, ${formatSize(last.bytes)}.${left}`;
}

/** Where backups are made after a sync. */
export function sayPlan({ plan }: Pick<BackupsState, 'plan'>): string {
  if (plan === null) return 'Into a folder of your choice, ideally on another disk or one your organisation backs up.';
  return `Into ${plan.folder}. Carrel keeps the newest ${formatCount(plan.keep)} it made there and removes older ones.`;
}

/** What a finished backup contains. */
export function sayMade({ studies, leftOut }: Pick<BackedUpFile, 'studies' | 'leftOut'>): string {
  const whole = `It contains ${formatCountOf(studies, 'study', 'studies')}, your settings and the audit trail.`;
  if (leftOut.length === 0) return whole;
  return `${whole} Not in it: ${leftOut.map(({ study, message }) => `${study} (${message})`).join(' ')}`;
}

/** What a restore added to one study, for example "Added: 2 notes, 12 change history entries." */
export function sayRestored({ added, updated, why }: RestoredBackup['studies'][number]): string {
  const parts = backupKindNames.flatMap((kind) => {
    const [one, many] = kindWords[kind];
    return added[kind] === 0 ? [] : [formatCountOf(added[kind], one, many)];
  });
  if (updated > 0) parts.push(`${formatCount(updated)} brought up to date`);
  if (parts.length > 0) return `Added: ${parts.join(', ')}.`;
  return why === null ? 'Everything was already here.' : 'Nothing was added.';
}

/** What a restore added to settings and audit trail. */
export function sayRestoredVault({ settings, trail }: RestoredBackup['vault']): string {
  if (settings + trail === 0) return 'Settings and audit trail were already here.';
  return `${formatCountOf(settings, 'setting')} and ${formatCountOf(trail, 'earlier entry', 'earlier entries')} of the audit trail were added.`;
}
