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
  /** The key store of this computer, whether it is used or not. */
  store: z.strictObject({ available: z.boolean(), backend: z.string() }),
  /** Whether this system can leave a window out of screen captures. */
  canHide: z.boolean(),
  /** Studies that a renewal of all keys, which was interrupted, has not reached. */
  left: z.int(),
});
export type SecurityState = z.output<typeof securityState>;

const keysChanged = z.strictObject({
  renewed: z.int(),
  /** Damaged files that were set aside keep their keys. */
  aside: z.int(),
  error: errorReportSchema.nullable(),
});
export type KeysChangedReport = z.output<typeof keysChanged>;

/** What opens this computer's copy, and when it locks. */
export const securityCalls = {
  'security.get': { host: 'main', input: nothing, output: securityState },
  /** What is weaker than before needs the passphrase, where there is one. */
  'security.set': {
    host: 'main',
    input: z.strictObject({ change: securitySchema.partial(), passphrase: passphrase.nullable() }),
    output: securityState,
  },
  /** Always makes a new vault key; `studies`: and a new one for each study. `current` null: opened by the key store. `passphrase` null: none from now on. */
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
  /** How costly a new passphrase is to guess: zxcvbn's grade, and whether it will do for a file that leaves this computer. */
  'passphrase.judge': {
    host: 'main',
    input: z.strictObject({ passphrase }),
    output: z.strictObject({ score: z.int().min(0).max(4), isStrong: z.boolean() }),
  },
  /** While locked: moves all that is here into a folder beside it, deleting nothing, so that one can begin anew; the folder's name. */
  'vault.setAside': { host: 'main', input: nothing, output: z.string() },
  /** A study whose file is damaged or gone gets a new file and key; the earlier one is set aside. Errors: USAGE where it is sound. */
  'studies.renew': { host: 'main', input: z.strictObject({ study: z.string().min(1).max(128) }), output: nothing },
} as const;

export const securityEvents = {
  /** Studies whose keys were renewed so far. */
  'keys.progress': z.strictObject({ done: z.int(), of: z.int() }),
  /** Seconds until Carrel locks because nobody uses it; null: somebody does again. */
  'lock.soon': z.strictObject({ seconds: z.int().nullable() }),
} as const;

export const lockedSchema = z.strictObject({
  /** ISO time. */
  at: z.string(),
  why: z.enum(['person', 'idle', 'computer']),
  /** Minutes without use, where that was why. */
  minutes: z.int(),
});
export type Locked = z.output<typeof lockedSchema>;
