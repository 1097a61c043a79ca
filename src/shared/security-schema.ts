import { z } from 'zod';

/** When Carrel locks, and what it asks for again. Stored in the vault, so only those who can open it can change this. */
export const securitySchema = z.strictObject({
  lockAfterMinutes: z.int().min(1).max(60),
  lockWithComputer: z.boolean(),
  askBeforeExport: z.boolean(),
  /** Asks the system to exclude the window from screen captures, where it can. */
  hideFromCapture: z.boolean(),
});
export type SecuritySettings = z.output<typeof securitySchema>;
