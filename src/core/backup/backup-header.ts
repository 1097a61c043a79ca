import { z } from 'zod';

/** What a backup says of itself, sealed with the rest: before the passphrase nothing of it can be read. Times are ISO in UTC. */
export const backupHeaderSchema = z.strictObject({
  madeAt: z.iso.datetime(),
  /** Version of the app that made it. */
  madeBy: z.string().max(64),
  /** The key of the database in it, base64: of this backup alone. */
  key: z.base64().length(44),
  /** Bytes of the database. */
  size: z.int().positive(),
});
export type BackupHeader = z.infer<typeof backupHeaderSchema>;
