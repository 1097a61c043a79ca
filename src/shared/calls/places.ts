import { z } from 'zod';

/** A place in a study: its number, and the section of the window by name. No record and no subject. */
export const keptPlaceSchema = z.strictObject({ study: z.string().min(1).max(128), section: z.string().max(32) });
export type KeptPlace = z.output<typeof keptPlaceSchema>;

/** Where the window was last, so that it comes back there. It names a study, so the vault keeps it. */
export const placeCalls = {
  /** Null: not in a study, or nobody knows. */
  'places.last': { host: 'main', input: z.undefined(), output: keptPlaceSchema.nullable() },
  'places.keep': { host: 'main', input: keptPlaceSchema.nullable(), output: z.undefined() },
} as const;
