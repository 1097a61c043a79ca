import { z } from 'zod';
import { backupKindNames, historyOutcomes, leastKept, mostKept } from '../backup.ts';
import { errorReportSchema } from '../status.ts';

const study = z.string().min(1).max(128);
const passphrase = z.string().min(1).max(1024);
const nothing = z.undefined();

/** Bytes done of how many; 0 of 0 while the copy is made. */
const progress = z.strictObject({ bytes: z.int(), of: z.int() });

/** A backup that was made; `file`: its name without the folder, null where the dialog was cancelled. */
const backedUp = z.strictObject({
  file: z.string().nullable(),
  bytes: z.int(),
  sha256: z.string(),
  studies: z.int(),
  leftOut: z.array(errorReportSchema.extend({ study })),
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
  vault: z.strictObject({ settings: z.int(), trail: z.int() }),
});

/** What is under way: a backup that is made, or one that is taken in. */
const work = progress.extend({ kind: z.enum(['make', 'restore']) });

/** Where backups are made after a sync, the last one, and why the newest try made none; times are ISO in UTC. */
const state = z.strictObject({
  plan: z.strictObject({ folder: z.string(), keep: z.int() }).nullable(),
  last: z
    .strictObject({ at: z.string(), file: z.string(), bytes: z.int(), afterSync: z.boolean(), leftOut: z.array(z.string()) })
    .nullable(),
  failure: z.strictObject({ at: z.string(), message: z.string() }).nullable(),
  running: work.nullable(),
});

/** The calls about backups. All paths come from dialogs of the main process, which remembers those that were chosen last. */
export const backupCalls = {
  'backup.state': { host: 'main', input: nothing, output: state },
  /** Asks where to save, then writes; resolves when the file is there. `confirm`: the vault's passphrase, where the settings ask for it before an export. */
  'backup.start': { host: 'main', input: z.strictObject({ passphrase, confirm: passphrase.optional() }), output: backedUp },
  /** Asks for the folder of backups after a sync; it, or null. It counts when the plan is saved. */
  'backup.folder': { host: 'main', input: nothing, output: z.string().nullable() },
  /** Makes a backup after each sync from now on, in the folder that was chosen last; `passphrase` null: under the one of before. */
  'backup.plan': {
    host: 'main',
    input: z.strictObject({
      keep: z.int().min(leastKept).max(mostKept),
      passphrase: passphrase.nullable(),
      confirm: passphrase.optional(),
    }),
    output: nothing,
  },
  /** Makes none after a sync any more; those that were made stay. */
  'backup.unplan': { host: 'main', input: nothing, output: nothing },
  /** Asks for a backup; the name of its file, or null. */
  'backup.choose': { host: 'main', input: nothing, output: z.string().nullable() },
  /** Takes the chosen backup in. */
  'backup.restore': { host: 'main', input: z.strictObject({ passphrase }), output: restored },
  'backup.cancel': { host: 'main', input: nothing, output: nothing },
  /** Shows the backup that was made last by hand in its folder. */
  'backup.show': { host: 'main', input: nothing, output: nothing },
} as const;

export const backupEvents = {
  'backup.progress': progress,
  /** A piece of work ended, also one that nobody asked for: the state is another. */
  'backup.changed': nothing,
} as const;

export type RestoredBackup = z.output<typeof restored>;
export type BackupsState = z.output<typeof state>;
export type BackedUpFile = z.output<typeof backedUp>;
