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
  const left = last.leftOut.length === 0 ? '' : ` Not in it: ${last.leftOut.join(', ')}.`;
  return `${formatMoment(last.at)}${last.afterSync ? ', after a sync' : ''}: ${last.file}, ${formatSize(last.bytes)}.${left}`;
}

/** Where backups are made after a sync. */
export function sayPlan({ plan }: Pick<BackupsState, 'plan'>): string {
  if (plan === null) return 'Into a folder of your choice, ideally on another disk or one your organisation backs up.';
  return `Into ${plan.folder}. Carrel keeps the newest ${formatCount(plan.keep)} it made there and removes older ones.`;
}

/** What a finished backup contains. */
export function sayMade({ studies, leftOut, trailLeftOut }: Pick<BackedUpFile, 'studies' | 'leftOut' | 'trailLeftOut'>): string {
  const counted = formatCountOf(studies, 'study', 'studies');
  const contents = trailLeftOut === null ? `${counted}, your settings and the audit trail` : `${counted} and your settings`;
  const missing = leftOut.map(({ study, message }) => `${study} (${message})`);
  if (trailLeftOut !== null) missing.push(`the audit trail (${trailLeftOut})`);
  return missing.length === 0 ? `It contains ${contents}.` : `It contains ${contents}. Not in it: ${missing.join(' ')}`;
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
export function sayRestoredVault({ settings, trail, trailLeftOut }: RestoredBackup['vault']): string {
  if (trailLeftOut !== null) return settings === 0 ? 'Settings were already here.' : `${formatCountOf(settings, 'setting')} added.`;
  if (settings + trail === 0) return 'Settings and audit trail were already here.';
  return `${formatCountOf(settings, 'setting')} and ${formatCountOf(trail, 'earlier entry', 'earlier entries')} of the audit trail were added.`;
}
