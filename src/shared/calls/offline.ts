import { z } from 'zod';
import { errorReportSchema } from '../status.ts';

/** The disk of the data folder. */
const diskState = z.strictObject({
  /** Bytes that this account may still write; null where the system does not tell. */
  free: z.int().nullable(),
  /** Why no file can be written there; null where one was, and was deleted again. */
  problem: errorReportSchema.nullable(),
});
export type DiskState = z.output<typeof diskState>;

/** What the check before a journey without a network asks of this computer. */
export const offlineCalls = {
  'offline.disk': { host: 'main', input: z.undefined(), output: diskState },
} as const;
