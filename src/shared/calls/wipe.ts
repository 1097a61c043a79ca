import { z } from 'zod';

/** What a person must type to confirm. */
export const wipeWord = 'wipe everything';

export const wipeCalls = {
  /** Destroys every key and file of the data folder: studies, connection, audit trail, preferences, log. Also works while it is locked. */
  'data.wipe': { host: 'main', input: z.strictObject({ typed: z.string().max(64) }), output: z.undefined() },
} as const;
