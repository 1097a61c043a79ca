import { z } from 'zod';
import { datasetNames } from './datasets/datasets.ts';

/** A study that came out of a site pack: until when it may be opened, and when the pack was made. */
export const sitePackSchema = z.strictObject({
  /** The last day, `YYYY-MM-DD`; it ends with that day in UTC. */
  expires: z.iso.date(),
  madeAt: z.string(),
  /** That time is over: by this computer's clock, or by the latest time that was ever seen. */
  expired: z.boolean(),
  /** Datasets that no sync on this computer has proven anew yet. */
  due: z.array(z.enum(datasetNames)).readonly(),
});
export type SitePack = z.infer<typeof sitePackSchema>;
