import { randomBytes } from 'node:crypto';
import { lstatSync, rmSync } from 'node:fs';
import { basename, isAbsolute, join } from 'node:path';
import { z } from 'zod';
import { backupEnding, leastKept, mostKept, type BackupState, type LastBackup } from '../../shared/backup.ts';
import { AppError, reportOf, type ErrorReport } from '../../shared/errors.ts';
import { namesIn } from '../platform/files.ts';
import type { AuditEntry } from './audit-event.ts';
import { stretchPassphrase, type StretchedPassphrase } from './key-wrap.ts';
import type { Vault } from './vault.ts';

const planSetting = 'backup.plan';
const lastSetting = 'backup.last';
const failureSetting = 'backup.failure';

const planSchema = z.strictObject({
  /** Absolute path. */
  folder: z.string(),
  /** How many of them are kept. */
  keep: z.int().min(leastKept).max(mostKept),
  /** In the names of this folder's backups, so that those of others in the same folder are let alone; hex. */
  id: z.string().regex(/^[0-9a-f]{8}$/),
  /** What the passphrase was stretched to, and the salt of that; base64. */
  salt: z.base64().length(44),
  key: z.base64().length(44),
});
/** Where a backup is made after each sync. The passphrase itself is kept nowhere. */
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

/** Null: none is made after a sync. */
export function readBackupPlan(vault: Pick<Vault, 'setting'>): BackupPlan | null {
  return readAs(planSchema, vault.setting(planSetting));
}

/** What a place for it shows: where backups are made after a sync, when the last one was made, and why the newest try made none. */
export function backupState(vault: Pick<Vault, 'setting'>): BackupState {
  const plan = readBackupPlan(vault);
  return {
    plan: plan === null ? null : { folder: plan.folder, keep: plan.keep },
    last: readAs(lastSchema, vault.setting(lastSetting)),
    failure: readAs(failureSchema, vault.setting(failureSetting)),
  };
}

/** What is to be changed of the plan; a part that is absent stays as it was. */
export interface PlanChange {
  readonly folder?: string | undefined;
  readonly keep?: number | undefined;
  readonly passphrase?: string | undefined;
}

/** Makes a backup after each sync from now on, or changes where and under what. Throws USAGE where a part is missing. */
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
    to: plan.keep,
  });
}

/** Makes none after a sync any more; those that were made stay. */
export function dropBackupPlan(vault: Settings): void {
  if (readBackupPlan(vault) === null) return;
  vault.saveSetting(planSetting, 'null', { kind: 'setting-changed', name: 'backup after a sync', to: null });
  vault.saveSetting(failureSetting, 'null');
}

/** What the next backup is sealed under. The caller zeroes the key. */
export function planUnder({ salt, key }: BackupPlan): StretchedPassphrase {
  return { salt: Buffer.from(salt, 'base64'), key: Buffer.from(key, 'base64') };
}

/** Where the next backup goes: its name tells when it was made, in UTC, and of which data folder it is, and nothing else. */
export function planPath({ folder, id }: BackupPlan, now: Date): string {
  return join(folder, `carrel-${id}-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z${backupEnding}`);
}

/**
 * Keeps the newest backups of this data folder in the plan's folder, as many as it says; what else is in there stays. None goes while the
 * newest lacks a study that earlier ones hold: one that was left out of it, or one that was lost and has its notes in them alone. Never throws.
 */
export function dropOldBackups(
  { audit }: Pick<Vault, 'audit'>,
  { folder, id, keep }: BackupPlan,
  leftOut: readonly Pick<ErrorReport, 'category'>[],
): void {
  const own = new RegExp(`^carrel-${id}-\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d-\\d\\dZ\\${backupEnding}$`);
  const old = namesIn(folder)
    .filter((name) => own.test(name))
    .toSorted()
    .slice(0, -keep);
  if (old.length === 0 || !isWhole(leftOut) || lostStudies(audit.entries()).size > 0) return;
  for (const name of old) {
    try {
      if (lstatSync(join(folder, name)).isFile()) rmSync(join(folder, name));
    } catch {
      // The next sync tries again.
    }
  }
}

/** Whether all that may be read is in a backup: what came in an expired site pack may not. */
function isWhole(leftOut: readonly Pick<ErrorReport, 'category'>[]): boolean {
  return leftOut.every(({ category }) => category === 'FORBIDDEN');
}

/** Studies whose damaged file was set aside or given up for a fresh mirror, into which no backup was taken since. */
function lostStudies(entries: readonly AuditEntry[]): ReadonlySet<string> {
  const lost = new Set<string>();
  for (const { event } of entries) {
    if (event.kind === 'set-aside' || event.kind === 'renewed') lost.add(event.study);
    if (event.kind === 'wiped' || event.kind === 'study-removed') lost.delete(event.study);
    if (event.kind === 'restored') for (const { study, history } of event.studies) if (history !== 'waiting') lost.delete(study);
  }
  return lost;
}

/** What came of the backup after a sync; `path`: null where none was made, for the reason in `error`. */
export interface BackedUpAfterSync<L> {
  readonly path: string | null;
  readonly leftOut: readonly L[];
  readonly error: ErrorReport | null;
}

/**
 * Has a backup made where the settings say so, and keeps the newest; null: they do not. Old ones stay as long as the new one lacks a study
 * that they hold. `make`: makes it there, under this, and gives what it lacks. Never throws: a sync went well, whatever becomes of this.
 */
export async function followBackupPlan<L extends Pick<ErrorReport, 'category'>>(
  vault: Settings & Pick<Vault, 'audit'>,
  make: (path: string, under: StretchedPassphrase) => Promise<readonly L[]>,
  now: Date,
): Promise<BackedUpAfterSync<L> | null> {
  const plan = readBackupPlan(vault);
  if (plan === null) return null;
  const [path, under] = [planPath(plan, now), planUnder(plan)];
  try {
    const leftOut = await make(path, under);
    dropOldBackups(vault, plan, leftOut);
    return { path, leftOut, error: null };
  } catch (error: unknown) {
    const report = reportOf(error);
    noteBackupFailure(vault, now, report.message);
    return { path: null, leftOut: [], error: report };
  } finally {
    under.key.fill(0);
  }
}

/** A backup that was made, as `noteBackup` keeps it. */
export function lastBackup(
  path: string,
  made: { readonly madeAt: string; readonly bytes: number; readonly leftOut: readonly { readonly study: string }[] },
  afterSync: boolean,
): LastBackup {
  return { at: made.madeAt, file: basename(path), bytes: made.bytes, afterSync, leftOut: made.leftOut.map(({ study }) => study) };
}

/** Keeps when a backup was made. */
export function noteBackup(vault: Settings, last: LastBackup): void {
  vault.saveSetting(lastSetting, JSON.stringify(last));
  if (readAs(failureSchema, vault.setting(failureSetting)) !== null) vault.saveSetting(failureSetting, 'null');
}

/** Keeps why none was made after a sync, until one is. Never throws: where that cannot be kept, the same failure tells it again. */
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

/** What is in an unknown shape counts as none. */
function readAs<T>(schema: z.ZodType<T>, kept: string | null): T | null {
  if (kept === null) return null;
  try {
    return schema.nullable().parse(JSON.parse(kept));
  } catch {
    return null;
  }
}
