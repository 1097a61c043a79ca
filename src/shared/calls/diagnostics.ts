import { z } from 'zod';
import { callNameSchema, faultSchema, logLineSchema } from '../log-event.ts';

/** Calls about the state of Carrel itself, never about a record, a study or an address. */
export const diagnosticsCalls = {
  /** Newest first, at most 500. */
  'diagnostics.log': { host: 'main', input: z.undefined(), output: z.array(logLineSchema) },
  /** Asks where to save, then writes versions, settings, sizes and the log. `file`: null if the dialog was cancelled. */
  'diagnostics.save': { host: 'main', input: z.undefined(), output: z.strictObject({ file: z.string().nullable() }) },
  /** Logs an unexpected error of the page or an engine. */
  'diagnostics.note': {
    host: 'main',
    input: z.strictObject({ call: callNameSchema.nullable(), fault: faultSchema }),
    output: z.void(),
  },
} as const;
