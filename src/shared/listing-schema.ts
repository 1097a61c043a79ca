import { z } from 'zod';
import { datasetNames } from './datasets/datasets.ts';
import { listingNames } from './listings.ts';
import { sortSchema } from './query.ts';
import { anchorSchema } from './protection-schemas.ts';
import { subjectFilterSchema } from './subject-schema.ts';

/** A request for one listing. Absent options have their defaults: all tests, all datasets, the default anchor of the figures. */
export const listingRequestSchema = z.strictObject({
  name: z.enum(listingNames),
  subjects: subjectFilterSchema,
  anchor: anchorSchema.optional(),
  tests: z.array(z.string().max(4096)).min(1).max(1000).optional(),
  dataset: z.enum(datasetNames).optional(),
  /** The two visits to compare. */
  visits: z.strictObject({ a: z.string().min(1).max(4096), b: z.string().min(1).max(4096) }).optional(),
  /** For changes: only those after this generation. */
  since: z.int().min(0).optional(),
  /** A column to order the rows by, as in the window; absent: the listing's own order. */
  sort: sortSchema.optional(),
});
export type ListingRequest = z.output<typeof listingRequestSchema>;
