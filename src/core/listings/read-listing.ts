import type { Output } from '../../shared/contract.ts';
import type { ListingRequest } from '../../shared/listing-schema.ts';
import { generationNow } from '../query/snapshot.ts';
import type { ListingSource } from './listing.ts';
import { openListing } from './open-listing.ts';

type Answer = Output<'listing.read'>;

/** The answer for a study without a file. */
export const nothingListed: Answer = { generation: 0, columns: [], of: 0, rows: [], says: '', anchor: null };

/** Returns a listing for the window. Starts again if a sync flips meanwhile, so that it belongs to one generation. */
export async function readListing(source: ListingSource, request: ListingRequest, limit: number): Promise<Answer> {
  for (;;) {
    const generation = generationNow(source.study);
    const { columns, rows, says, anchor } = await openListing(source, request);
    if (generationNow(source.study) !== generation) continue;
    return {
      generation,
      columns: columns.map(({ name, plain, kind, help, width, decimals }) => ({
        name,
        label: plain,
        kind,
        help,
        width,
        decimals: decimals ?? 0,
      })),
      of: rows.length,
      rows: rows.slice(0, limit).map((row) => [...row]),
      says,
      anchor,
    };
  }
}
