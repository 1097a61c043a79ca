import { z } from 'zod';
import { backupKindNames, historyOutcomes, leastKept, mostKept } from '../backup.ts';
import { errorReportSchema } from '../status.ts';

const study = z.string().min(1).max(128);
const passphrase = z.string().min(1).max(1024);
const nothing = z.undefined();

/** Bytes done and in total; 0 of 0 while the copy is made. */
const progress = z.strictObject({ bytes: z.int(), of: z.int() });

/** A backup that was made. `file`: its name without the folder, null if the dialog was cancelled. */
const backedUp = z.strictObject({
  file: z.string().nullable(),
  bytes: z.int(),
  sha256: z.string(),
  studies: z.int(),
  leftOut: z.array(errorReportSchema.extend({ study })),
  trailLeftOut: z.string().nullable(),
});

const restored = z.strictObject({
  madeAt: z.string(),
  sha256: z.string(),
  studies: z.array(
    z.strictObject({
      study,
      history: z.enum(historyOutcomes),
      added: z.record(z.enum(backupKindNames), z.int()),
      updated: z.int(),
      why: z.string().nullable(),
    }),
  ),
  vault: z.strictObject({ settings: z.int(), trail: z.int(), trailLeftOut: z.string().nullable() }),
});

/** What is running: making or restoring a backup. */
const work = progress.extend({ kind: z.enum(['make', 'restore']) });

/** Where backups are made after a sync, the last one, and why the latest one after a sync failed. Times are ISO in UTC. */
const state = z.strictObject({
  plan: z.strictObject({ folder: z.string(), keep: z.int() }).nullable(),
  last: z
    .strictObject({ at: z.string(), file: z.string(), bytes: z.int(), afterSync: z.boolean(), leftOut: z.array(z.string()) })
    .nullable(),
  failure: z.strictObject({ at: z.string(), message: z.string() }).nullable(),
  running: work.nullable(),
});

/** Calls about backups. All paths come from dialogs of the main process, which holds the latest choices. */
export const backupCalls = {
  'backup.state': { host: 'main', input: nothing, output: state },
  /**
   * Asks where to save, then writes; resolves when the file is written. `confirm`: the vault's passphrase, if the settings ask for it
   * before an export.
   */
  'backup.start': { host: 'main', input: z.strictObject({ passphrase, confirm: passphrase.optional() }), output: backedUp },
  /** Asks for the folder of backups after a sync; returns it, or null. It takes effect when the plan is saved. */
  'backup.folder': { host: 'main', input: nothing, output: z.string().nullable() },
  /**
   * From now on makes a backup after each sync. `isMoved`: into the folder that was chosen last, otherwise the earlier one stays.
   * `passphrase` null: keeps the earlier one. `confirm`: the vault's passphrase, if it has one.
   */
  'backup.plan': {
    host: 'main',
    input: z.strictObject({
      keep: z.int().min(leastKept).max(mostKept),
      isMoved: z.boolean(),
      passphrase: passphrase.nullable(),
      confirm: passphrase.optional(),
    }),
    output: nothing,
  },
  /** Stops making backups after a sync; existing ones stay. `confirm`: the vault's passphrase, if it has one. */
  'backup.unplan': { host: 'main', input: z.strictObject({ confirm: passphrase.optional() }), output: nothing },
  /** Asks for a backup; returns its file name, or null. */
  'backup.choose': { host: 'main', input: nothing, output: z.string().nullable() },
  /** Restores the chosen backup. */
  'backup.restore': { host: 'main', input: z.strictObject({ passphrase }), output: restored },
  'backup.cancel': { host: 'main', input: nothing, output: nothing },
  /** Shows the last manual backup in its folder. */
  'backup.show': { host: 'main', input: nothing, output: nothing },
} as const;

export const backupEvents = {
  'backup.progress': progress,
  /** Work ended, possibly without having been requested: read the state again. */
  'backup.changed': nothing,
} as const;

export type RestoredBackup = z.output<typeof restored>;
export type BackupsState = z.output<typeof state>;
export type BackedUpFile = z.output<typeof backedUp>;
