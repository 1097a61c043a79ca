import { z } from 'zod';

/** When Carrel locks, and what it asks again. Kept in the vault: nobody changes it who cannot open that. */
export const securitySchema = z.strictObject({
  lockAfterMinutes: z.int().min(1).max(60),
  lockWithComputer: z.boolean(),
  askBeforeExport: z.boolean(),
  /** Asks the system to leave the window out of screen captures, where it can. */
  hideFromCapture: z.boolean(),
});
export type SecuritySettings = z.output<typeof securitySchema>;
