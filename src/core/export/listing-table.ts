import type { ListingRequest } from '../../shared/listing-schema.ts';
import { listings } from '../../shared/listings.ts';
import type { StoredRow } from '../query/fetch-rows.ts';
import type { StudyReader } from '../query/study-directory.ts';
import type { Listing } from '../listings/listing.ts';
import { listingSource, openListing } from '../listings/open-listing.ts';
import type { ExportTable } from './export-table.ts';

/** Rows passed on at once. */
const rowsAtOnce = 500;

/** Opens a listing as a table of an export, together with the listing itself. Call inside a snapshot. */
export async function openListingTable(
  study: StudyReader,
  request: ListingRequest,
): Promise<{ readonly table: ExportTable; readonly listing: Listing }> {
  const listing = await openListing(listingSource(study), request);
  const { title, domain } = listings[request.name];
  return {
    listing,
    table: {
      dataset: { name: request.name, domain, title },
      columns: listing.columns,
      leftOut: [],
      of: listing.rows.length,
      *pages() {
        for (let at = 0; at < listing.rows.length; at += rowsAtOnce)
          yield listing.rows.slice(at, at + rowsAtOnce).map((row): StoredRow => [null, ...row]);
      },
      stored: null,
      cached: null,
    },
  };
}
