import { randomBytes } from 'node:crypto';
import { lstatSync, rmSync } from 'node:fs';
import { basename, isAbsolute, join } from 'node:path';
import { z } from 'zod';
import { backupEnding, leastKept, mostKept, type BackupState, type LastBackup } from '../../../shared/backup.ts';
import { AppError, reportOf, type ErrorReport } from '../../../shared/errors.ts';
import { namesIn } from '../../platform/files.ts';
import type { AuditEntry } from '../audit/audit-event.ts';
import { stretchPassphrase, type StretchedPassphrase } from '../keys/key-wrap.ts';
import type { Vault } from '../vault.ts';
import { parseSetting } from './settings.ts';

const planSetting = 'backup.plan';
const lastSetting = 'backup.last';
const failureSetting = 'backup.failure';

const planSchema = z.strictObject({
  /** Absolute path. */
  folder: z.string(),
  /** How many backups are kept. */
  keep: z.int().min(leastKept).max(mostKept),
  /** Part of the names of this data folder's backups, to distinguish them from those of others in the same folder; hex. */
  id: z.string().regex(/^[0-9a-f]{8}$/),
  /** The key derived from the passphrase, and its salt; base64. */
  salt: z.base64().length(44),
  key: z.base64().length(44),
});
/** Where a backup is made after each sync. The passphrase itself is not stored. */
export type BackupPlan = z.infer<typeof planSchema>;

const lastSchema = z.strictObject({
  at: z.string(),
  file: z.string(),
  bytes: z.int(),
  afterSync: z.boolean(),
  leftOut: z.array(z.string()),
});
const failureSchema = z.strictObject({ at: z.string(), message: z.string() });

type Settings = Pick<Vault, 'setting' | 'saveSetting'>;

/** Null: no backup is made after a sync. */
export function readBackupPlan(vault: Pick<Vault, 'setting'>): BackupPlan | null {
  return parseSetting(planSchema, vault.setting(planSetting));
}

/** State for display: where backups are made after a sync, when the last one was made, and why the latest attempt failed. */
export function backupState(vault: Pick<Vault, 'setting'>): BackupState {
  const plan = readBackupPlan(vault);
  return {
    plan: plan === null ? null : { folder: plan.folder, keep: plan.keep },
    last: parseSetting(lastSchema, vault.setting(lastSetting)),
    failure: parseSetting(failureSchema, vault.setting(failureSetting)),
  };
}

/** Changes to the plan; missing parts stay as they are. */
export interface PlanChange {
  readonly folder?: string | undefined;
  readonly keep?: number | undefined;
  readonly passphrase?: string | undefined;
}

/** Turns on backups after each sync, or changes their settings. Throws USAGE if a part is missing. */
export async function saveBackupPlan(vault: Settings, change: PlanChange): Promise<void> {
  const before = readBackupPlan(vault);
  const folder = change.folder ?? before?.folder;
  if (folder === undefined || !isAbsolute(folder)) throw new AppError('USAGE', 'Choose the folder for backups first.');
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new AppError('USAGE', 'The folder for backups does not exist, or is not a folder. Nothing was changed. Choose another one.');
  const under = change.passphrase === undefined ? stretchedOf(before) : await stretched(change.passphrase);
  if (under === null) throw new AppError('USAGE', 'Backups after a sync need their own passphrase. Give one.');
  const plan: BackupPlan = {
    folder,
    keep: change.keep ?? before?.keep ?? 10,
    id: before?.id ?? randomBytes(4).toString('hex'),
    ...under,
  };
  vault.saveSetting(planSetting, JSON.stringify(planSchema.parse(plan)), {
    kind: 'setting-changed',
    name: 'backup after a sync',
    to: sayChange(before, plan),
  });
}

/** How many are kept, and whether folder or passphrase are others than before. The trail names neither. */
function sayChange(before: BackupPlan | null, { keep, folder, salt }: BackupPlan): number | string {
  const others = before === null ? [] : [...(folder === before.folder ? [] : ['folder']), ...(salt === before.salt ? [] : ['passphrase'])];
  return others.length === 0 ? keep : `${String(keep)}, with another ${others.join(' and another ')}`;
}

/** Turns off backups after a sync; existing ones stay. */
export function dropBackupPlan(vault: Settings): void {
  if (readBackupPlan(vault) === null) return;
  vault.saveSetting(planSetting, 'null', { kind: 'setting-changed', name: 'backup after a sync', to: null });
  vault.saveSetting(failureSetting, 'null');
}

/** Key and salt that seal the next backup. The caller zeroes the key. */
export function planUnder({ salt, key }: BackupPlan): StretchedPassphrase {
  return { salt: Buffer.from(salt, 'base64'), key: Buffer.from(key, 'base64') };
}

/** Path of the next backup. Its name contains only the time in UTC and the id of the data folder. */
export function planPath({ folder, id }: BackupPlan, now: Date): string {
  return join(folder, `carrel-${id}-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z${backupEnding}`);
}

/** A backup that was just made: its path, the studies that it leaves out, and why it leaves out the audit trail (null if it does not). */
export interface NewestBackup {
  readonly path: string;
  readonly leftOut: readonly Pick<ErrorReport, 'code'>[];
  readonly trailLeftOut: string | null;
}

/**
 * Keeps the newest backups of this data folder, as many as the plan says, and leaves other files alone. Deletes none while the newest
 * backup lacks a study that earlier ones contain, because it was left out or was lost, so that its notes exist only there, or lacks the
 * audit trail. Never throws.
 */
export function dropOldBackups({ audit }: Pick<Vault, 'audit'>, plan: BackupPlan, { path, ...made }: NewestBackup): void {
  const { folder, id, keep } = plan;
  const own = new RegExp(`^carrel-${id}-\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d-\\d\\dZ\\${backupEnding}$`);
  const names = namesIn(folder)
    .filter((name) => own.test(name))
    .toSorted();
  const newest = basename(path);
  // A backup with a later time than the newest was made before the clock was set back, and counts as the oldest.
  const inOrder = [...names.filter((name) => name > newest), ...names.filter((name) => name <= newest)];
  const old = inOrder.slice(0, -keep);
  if (old.length === 0 || !isWhole(made)) return;
  const losses = [...lostStudies(audit.entries()).values()].map((at) => basename(planPath(plan, new Date(at))));
  if (losses.some((loss) => old.some((name) => name <= loss || name > newest))) return;
  for (const name of old) {
    try {
      if (lstatSync(join(folder, name)).isFile()) rmSync(join(folder, name));
    } catch {
      // The next sync tries again.
    }
  }
}

/** Whether a backup contains everything that may be read, which excludes expired site packs. */
function isWhole({ leftOut, trailLeftOut }: Omit<NewestBackup, 'path'>): boolean {
  return trailLeftOut === null && leftOut.every(({ code }) => code === 'FORBIDDEN');
}

/**
 * Studies whose file was lost, set aside or replaced by a fresh mirror, and into which no backup from before was restored since. Backups
 * made after the loss lack what it took, so restoring one of them changes nothing.
 */
function lostStudies(entries: readonly AuditEntry[]): ReadonlyMap<string, string> {
  const lost = new Map<string, string>();
  for (const { at, event } of entries) {
    if (event.kind === 'set-aside' || event.kind === 'renewed' || (event.kind === 'unpack' && event.overLost === true))
      lost.set(event.study, lost.get(event.study) ?? at);
    if (event.kind === 'wiped' || event.kind === 'study-removed') lost.delete(event.study);
    if (event.kind === 'restored')
      for (const { study, history } of event.studies)
        if (history !== 'waiting' && event.madeAt < (lost.get(study) ?? '')) lost.delete(study);
  }
  return lost;
}

/** Result of the backup after a sync. `path`: null if none was made, for the reason in `error`. */
export interface BackedUpAfterSync<L> {
  readonly path: string | null;
  readonly leftOut: readonly L[];
  readonly trailLeftOut: string | null;
  readonly error: ErrorReport | null;
}

/**
 * Makes a backup if the settings say so, and keeps the newest ones; returns null if they do not. Old ones stay while the new one lacks a
 * study that they contain, or the audit trail. `make` makes the backup at a path under a key and returns what it leaves out. Never throws, because the sync
 * itself has succeeded.
 */
export async function followBackupPlan<L extends Pick<ErrorReport, 'code'>>(
  vault: Settings & Pick<Vault, 'audit'>,
  make: (path: string, under: StretchedPassphrase) => Promise<{ readonly leftOut: readonly L[]; readonly trailLeftOut: string | null }>,
  now: Date,
): Promise<BackedUpAfterSync<L> | null> {
  const plan = readBackupPlan(vault);
  if (plan === null) return null;
  const [path, under] = [planPath(plan, now), planUnder(plan)];
  try {
    const { leftOut, trailLeftOut } = await make(path, under);
    dropOldBackups(vault, plan, { path, leftOut, trailLeftOut });
    return { path, leftOut, trailLeftOut, error: null };
  } catch (error: unknown) {
    const report = reportOf(error);
    noteBackupFailure(vault, now, report.message);
    return { path: null, leftOut: [], trailLeftOut: null, error: report };
  } finally {
    under.key.fill(0);
  }
}

/** A finished backup in the form that `noteBackup` stores. */
export function lastBackup(
  path: string,
  made: Pick<NewestBackup, 'trailLeftOut'> & {
    readonly madeAt: string;
    readonly bytes: number;
    readonly leftOut: readonly { readonly study: string }[];
  },
  afterSync: boolean,
): LastBackup {
  const leftOut = [...made.leftOut.map(({ study }) => study), ...(made.trailLeftOut === null ? [] : ['the audit trail'])];
  return { at: made.madeAt, file: basename(path), bytes: made.bytes, afterSync, leftOut };
}

/** Stores when a backup was made. */
export function noteBackup(vault: Settings, last: LastBackup): void {
  vault.saveSetting(lastSetting, JSON.stringify(last));
  if (parseSetting(failureSchema, vault.setting(failureSetting)) !== null) vault.saveSetting(failureSetting, 'null');
}

/** Stores why no backup was made after a sync, until one is. Never throws: if it cannot be stored, the next failure reports it again. */
export function noteBackupFailure(vault: Settings, at: Date, message: string): void {
  try {
    vault.saveSetting(failureSetting, JSON.stringify({ at: at.toISOString(), message }));
  } catch {
    return;
  }
}

async function stretched(passphrase: string): Promise<Pick<BackupPlan, 'salt' | 'key'>> {
  const { salt, key } = await stretchPassphrase(passphrase);
  const kept = { salt: salt.toString('base64'), key: key.toString('base64') };
  key.fill(0);
  return kept;
}

function stretchedOf(plan: BackupPlan | null): Pick<BackupPlan, 'salt' | 'key'> | null {
  return plan === null ? null : { salt: plan.salt, key: plan.key };
}
