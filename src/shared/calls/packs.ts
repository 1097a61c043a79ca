import { z } from 'zod';
import { errorReportSchema } from '../status.ts';

const study = z.string().min(1).max(128);
const passphrase = z.string().min(1).max(1024);
const nothing = z.undefined();

/** Bytes done and in total; 0 of 0 while the copy is made. */
const packProgress = z.strictObject({ bytes: z.int(), of: z.int() });

const outcome = z.enum(['added', 'replaced', 'prolonged', 'unchanged']);

/** Name of the file without its folder; null if the dialog was cancelled. */
const packed = z.strictObject({ file: z.string().nullable(), bytes: z.int(), sha256: z.string() });

/** What a site pack says about itself. Times are ISO in UTC; `expires` is its last day. */
const foundPack = z.strictObject({
  study,
  demo: z.boolean(),
  asOf: z.string(),
  /** All its datasets were confirmed as of their time, not only counted. */
  confirmed: z.boolean(),
  madeAt: z.string(),
  expires: z.iso.date(),
  /** What importing it would do here; null if it is refused or there is no vault yet. */
  would: outcome.nullable(),
  /** Why it cannot be imported. */
  refused: errorReportSchema.nullable(),
});

const takenIn = z.strictObject({ study, outcome, expires: z.iso.date() });

/** What is running: making a pack, or importing one. */
const packWork = packProgress.extend({ kind: z.enum(['pack', 'take']) });

/** How that ended; if it failed, `packed` and `taken` are null. */
const packEnd = z.strictObject({
  packed: packed.extend({ study, expires: z.iso.date() }).nullable(),
  taken: takenIn.nullable(),
  error: errorReportSchema.nullable(),
});

/** Calls about site packs. All paths come from dialogs of the main process, which holds the latest choice. */
export const packCalls = {
  /**
   * Asks where to save, then writes; resolves when the file is written. `confirm`: the vault's passphrase, if the settings ask for it
   * before an export.
   */
  'pack.start': {
    host: 'main',
    input: z.strictObject({
      study,
      passphrase,
      expires: z.iso.date(),
      suggestedName: z.string().max(200),
      confirm: passphrase.optional(),
    }),
    output: packed,
  },
  /** Asks for a file; returns its name, or null. */
  'pack.choose': { host: 'main', input: nothing, output: z.string().nullable() },
  /** Chooses the file that was dropped on the window, once; returns its name, or null if no site pack was dropped. */
  'pack.given': { host: 'main', input: nothing, output: z.string().nullable() },
  /** What the chosen file says about itself, and what importing it would do. Works without a vault, but not with a locked one. */
  'pack.look': { host: 'main', input: z.strictObject({ passphrase }), output: foundPack },
  /** Imports the study of the chosen file. */
  'pack.take': { host: 'main', input: z.strictObject({ passphrase }), output: takenIn },
  /** What is running now, so that a reloaded window can show it. */
  'pack.running': { host: 'main', input: nothing, output: packWork.nullable() },
  /** Shows the last packed file in its folder. */
  'pack.show': { host: 'main', input: nothing, output: nothing },
  'pack.cancel': { host: 'main', input: nothing, output: nothing },
} as const;

export const packEvents = {
  'pack.progress': packProgress,
  /** For a window that was reloaded and so is not waiting for the call's answer. */
  'pack.done': packEnd,
} as const;

export type FoundSitePack = z.output<typeof foundPack>;
export type TakenInPack = z.output<typeof takenIn>;
