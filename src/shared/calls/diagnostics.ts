import { z } from 'zod';
import { callNameSchema, faultSchema, logLineSchema } from '../log-event.ts';

/** Calls about how Carrel itself fares: never about a record, a study or an address. */
export const diagnosticsCalls = {
  /** The newest first, 500 at most. */
  'diagnostics.log': { host: 'main', input: z.undefined(), output: z.array(logLineSchema) },
  /** Asks where to save, then writes versions, settings, sizes and the log; null where the dialog was cancelled. */
  'diagnostics.save': { host: 'main', input: z.undefined(), output: z.strictObject({ file: z.string().nullable() }) },
  /** The page or an engine failed with an error that nobody expected: noted in the log. */
  'diagnostics.note': {
    host: 'main',
    input: z.strictObject({ call: callNameSchema.nullable(), fault: faultSchema }),
    output: z.void(),
  },
} as const;
