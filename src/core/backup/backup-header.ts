import { z } from 'zod';

/** The header of a backup, sealed with the rest: nothing of it can be read without the passphrase. Times are ISO in UTC. */
export const backupHeaderSchema = z.strictObject({
  madeAt: z.iso.datetime(),
  /** Version of the app that made it. */
  madeBy: z.string().max(64),
  /** The key of the database in it, base64; used only for this backup. */
  key: z.base64().length(44),
  /** Size of the database in bytes. */
  size: z.int().positive(),
});
export type BackupHeader = z.infer<typeof backupHeaderSchema>;
