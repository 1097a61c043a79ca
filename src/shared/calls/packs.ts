import { z } from 'zod';
import { errorReportSchema } from '../status.ts';

const study = z.string().min(1).max(128);
const passphrase = z.string().min(1).max(1024);
const nothing = z.undefined();

/** Bytes done of how many; 0 of 0 while the copy is made. */
const packProgress = z.strictObject({ bytes: z.int(), of: z.int() });

const outcome = z.enum(['added', 'replaced', 'prolonged', 'unchanged']);

/** Name of the file without its folder; null where the dialog was cancelled. */
const packed = z.strictObject({ file: z.string().nullable(), bytes: z.int(), sha256: z.string() });

/** What a site pack says of itself; times are ISO in UTC, `expires` is its last day. */
const foundPack = z.strictObject({
  study,
  demo: z.boolean(),
  asOf: z.string(),
  /** All its datasets were confirmed as of their time, not only counted. */
  confirmed: z.boolean(),
  madeAt: z.string(),
  expires: z.iso.date(),
  /** What would become of it beside what is here; null where it is refused, or where there is no vault yet. */
  would: outcome.nullable(),
  /** Why it is not taken in. */
  refused: errorReportSchema.nullable(),
});

const takenIn = z.strictObject({ study, outcome, expires: z.iso.date() });

/** What is being worked on: a pack that is made, or one whose study is taken in. */
const packWork = packProgress.extend({ kind: z.enum(['pack', 'take']) });

/** How that ended; where it failed both others are null. */
const packEnd = z.strictObject({
  packed: packed.extend({ study, expires: z.iso.date() }).nullable(),
  taken: takenIn.nullable(),
  error: errorReportSchema.nullable(),
});

/** The calls about site packs. All paths come from dialogs of the main process, which remembers the one that was chosen last. */
export const packCalls = {
  /** Asks where to save, then writes; resolves when the file is there. `confirm`: the vault's passphrase, where the settings ask for it before an export. */
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
  /** Asks for a file; its name, or null. */
  'pack.choose': { host: 'main', input: nothing, output: z.string().nullable() },
  /** Chooses the file that was dropped on the window, once; its name, or null where no site pack was. */
  'pack.given': { host: 'main', input: nothing, output: z.string().nullable() },
  /** What the chosen file says of itself, and what would become of it; needs no vault, but none that is locked. */
  'pack.look': { host: 'main', input: z.strictObject({ passphrase }), output: foundPack },
  /** Takes the study of the chosen file in. */
  'pack.take': { host: 'main', input: z.strictObject({ passphrase }), output: takenIn },
  /** What is being worked on now, so that a reloaded window can show it. */
  'pack.running': { host: 'main', input: nothing, output: packWork.nullable() },
  /** Shows the file that was packed last in its folder. */
  'pack.show': { host: 'main', input: nothing, output: nothing },
  'pack.cancel': { host: 'main', input: nothing, output: nothing },
} as const;

export const packEvents = {
  'pack.progress': packProgress,
  /** For a window that was reloaded meanwhile and so has no answer to wait for. */
  'pack.done': packEnd,
} as const;

export type FoundSitePack = z.output<typeof foundPack>;
export type TakenInPack = z.output<typeof takenIn>;
