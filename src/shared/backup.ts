/** File extension of a backup. */
export const backupEnding = '.carrelbackup';

/** What a backup holds of people's work and of what the service forgets, by the names used in the counts of a restore. */
export const backupKinds = {
  changes: 'change history entries',
  notes: 'notes and follow-ups',
  marks: 'looked-at marks',
  filters: 'saved subject filters',
  views: 'saved views',
  visits: 'visit orders, reference dates and data cut-offs',
  checks: 'own checks',
  mappings: 'versions of tests and units',
} as const;
export type BackupKind = keyof typeof backupKinds;
export const backupKindNames = Object.keys(backupKinds) as [BackupKind, ...BackupKind[]];

/**
 * What happened to a study's change history in a restore. `added`: it precedes what was mirrored here since; `here`: all of it was already
 * here; `own`: the study here has a different history, which stays; `waiting`: the study is not yet mirrored here up to the generation of
 * the backup.
 */
export const historyOutcomes = ['added', 'here', 'own', 'waiting'] as const;
export type HistoryOutcome = (typeof historyOutcomes)[number];

/** What was restored of one study. `why`: one sentence if part of it was left out. */
export interface RestoredStudy {
  readonly study: string;
  readonly history: HistoryOutcome;
  /** What was missing here, by kind. An annotation that was here in an older form counts as `updated`. */
  readonly added: Readonly<Record<BackupKind, number>>;
  readonly updated: number;
  readonly why: string | null;
}

/** What was restored of the data folder itself: settings that were not set here, and entries of earlier audit trails. */
export interface RestoredVault {
  readonly settings: number;
  readonly trail: number;
  /** Why none of the backup's audit trail was restored; null if it was. */
  readonly trailLeftOut: string | null;
}

export interface Restored {
  /** When the backup was made, ISO in UTC. */
  readonly madeAt: string;
  readonly sha256: string;
  readonly studies: readonly RestoredStudy[];
  readonly vault: RestoredVault;
}

export function noCounts(): Record<BackupKind, number> {
  return { changes: 0, notes: 0, marks: 0, filters: 0, views: 0, visits: 0, checks: 0, mappings: 0 };
}

/** Whether everything was restored: nothing waits for a sync or was left in the file. */
export function isWhollyRestored({ studies, vault }: Pick<Restored, 'studies' | 'vault'>): boolean {
  return vault.trailLeftOut === null && studies.every(({ why }) => why === null);
}

/** Limits of the number of automatic backups that are kept. */
export const leastKept = 1;
export const mostKept = 100;

/** A backup that was made: its time (ISO in UTC), the name of its file, and what it lacks: studies that could not be read, the audit trail. */
export interface LastBackup {
  readonly at: string;
  readonly file: string;
  readonly bytes: number;
  readonly afterSync: boolean;
  readonly leftOut: string[];
}

export interface BackupState {
  /** The folder for the backups after each sync, and how many are kept. */
  readonly plan: { readonly folder: string; readonly keep: number } | null;
  readonly last: LastBackup | null;
  /** Why the latest backup after a sync failed. */
  readonly failure: { readonly at: string; readonly message: string } | null;
}
