import { z } from 'zod';
import { datasetNames } from './datasets/datasets.ts';

/** A study from a site pack: until when it may be opened, and when the pack was made. */
export const sitePackSchema = z.strictObject({
  /** The last day, `YYYY-MM-DD`; it ends at the end of that day in UTC. */
  expires: z.iso.date(),
  madeAt: z.string(),
  /** The time is over, by this computer's clock or by the latest time ever seen. */
  expired: z.boolean(),
  /** Datasets that no sync on this computer has proven yet. */
  due: z.array(z.enum(datasetNames)).readonly(),
});
export type SitePack = z.infer<typeof sitePackSchema>;
