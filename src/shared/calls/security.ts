import { z } from 'zod';
import { keyStoreUses } from '../security.ts';
import { securitySchema } from '../security-schema.ts';
import { errorReportSchema } from '../status.ts';

const nothing = z.undefined();
const passphrase = z.string().max(1024);

const securityState = securitySchema.extend({
  /** What opens this copy. */
  passphrase: z.boolean(),
  keyStore: z.enum(keyStoreUses),
  /** The key store of this computer, whether or not it is used. */
  store: z.strictObject({ available: z.boolean(), backend: z.string() }),
  /** Whether this system can exclude a window from screen captures. */
  canHide: z.boolean(),
  /** Studies that an interrupted renewal of all keys has not reached. */
  left: z.int(),
});
export type SecurityState = z.output<typeof securityState>;

const keysChanged = z.strictObject({
  renewed: z.int(),
  /** Damaged files that were set aside; they keep their keys. */
  aside: z.int(),
  error: errorReportSchema.nullable(),
});
export type KeysChangedReport = z.output<typeof keysChanged>;

/** What opens the copy on this computer, and when it locks. */
export const securityCalls = {
  'security.get': { host: 'main', input: nothing, output: securityState },
  /** A weaker setting requires the passphrase, if there is one. */
  'security.set': {
    host: 'main',
    input: z.strictObject({ change: securitySchema.partial(), passphrase: passphrase.nullable() }),
    output: securityState,
  },
  /**
   * Always creates a new vault key. `studies`: also a new key for each study. `current` null: opened by the key store. `passphrase` null:
   * none from now on.
   */
  'protection.change': {
    host: 'main',
    input: z.strictObject({
      current: passphrase.nullable(),
      passphrase: passphrase.nullable(),
      keyStore: z.enum(keyStoreUses),
      studies: z.boolean(),
    }),
    output: keysChanged,
  },
  /** How hard a new passphrase is to guess: zxcvbn's score, and whether it is strong enough for a file that leaves this computer. */
  'passphrase.judge': {
    host: 'main',
    input: z.strictObject({ passphrase }),
    output: z.strictObject({ score: z.int().min(0).max(4), isStrong: z.boolean() }),
  },
  /**
   * While locked: moves everything into a folder next to the data folder, without deleting anything, so that the user can start over.
   * Returns the folder's name.
   */
  'vault.setAside': { host: 'main', input: nothing, output: z.string() },
  /** Gives a study whose file is damaged or missing a new file and key; the old file is set aside. Throws USAGE if the file is sound. */
  'studies.renew': { host: 'main', input: z.strictObject({ study: z.string().min(1).max(128) }), output: nothing },
} as const;

export const securityEvents = {
  /** Studies whose keys were renewed so far. */
  'keys.progress': z.strictObject({ done: z.int(), of: z.int() }),
  /** Seconds until Carrel locks because it is idle; null when it is in use again. */
  'lock.soon': z.strictObject({ seconds: z.int().nullable() }),
} as const;

export const lockedSchema = z.strictObject({
  /** ISO time. */
  at: z.string(),
  why: z.enum(['person', 'idle', 'computer']),
  /** Minutes without use, if that was the reason. */
  minutes: z.int(),
});
export type Locked = z.output<typeof lockedSchema>;
