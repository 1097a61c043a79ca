import { z } from 'zod';
import { errorReportSchema } from '../status.ts';

/** The disk of the data folder. */
const diskState = z.strictObject({
  /** Bytes available to this account; null if the system does not say. */
  free: z.int().nullable(),
  /** Why no file can be written there; null if a test file could be written and deleted. */
  problem: errorReportSchema.nullable(),
});
export type DiskState = z.output<typeof diskState>;

/** What the check before going offline asks about this computer. */
export const offlineCalls = {
  'offline.disk': { host: 'main', input: z.undefined(), output: diskState },
} as const;
