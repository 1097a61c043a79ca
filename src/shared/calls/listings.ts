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
  /** Digits after the point that are shown. */
  decimals: count,
});
export type ListingColumn = z.output<typeof column>;

/** A table that a view is made of, as files have it too. */
export const listingCalls = {
  /** `of` rows in all, of which `limit` come at most; `says`: what is counted and what is left out. USAGE for an option that it does not take. */
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
