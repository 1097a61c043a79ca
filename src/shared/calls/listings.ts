import { z } from 'zod';
import { listingRequestSchema } from '../listing-schema.ts';

const count = z.int().min(0);

const column = z.strictObject({
  name: z.string(),
  label: z.string(),
  kind: z.enum(['text', 'number', 'datetime', 'flag', 'list']),
  help: z.string(),
  /** Pixels at the comfortable density. */
  width: z.number(),
  /** Decimal places that are shown. */
  decimals: count,
});
export type ListingColumn = z.output<typeof column>;

/** Tables that views show, as they are also exported. */
export const listingCalls = {
  /**
   * `of`: total number of rows, of which at most `limit` are returned; `says`: what is counted and what is left out. Throws USAGE for an
   * option that the listing does not take.
   */
  'listing.read': {
    host: 'reader',
    input: z.strictObject({ study: z.string().min(1).max(128), listing: listingRequestSchema, limit: z.int().min(1).max(200_000) }),
    output: z.strictObject({
      generation: count,
      columns: z.array(column),
      of: count,
      rows: z.array(z.array(z.union([z.string(), z.number(), z.null()])).readonly()),
      says: z.string(),
      anchor: z.string().nullable(),
    }),
  },
} as const;
