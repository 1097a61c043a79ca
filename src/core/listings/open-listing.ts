import { AppError } from '../../shared/errors.ts';
import type { ListingRequest } from '../../shared/listing-schema.ts';
import { rowsInOrder } from '../../shared/listing-order.ts';
import { listings, strangeOption, type ListingName } from '../../shared/listings.ts';
import { checkedStudy } from '../checks/checked-study.ts';
import { perGeneration } from '../query/per-generation.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { resultFigures } from '../views/result-figures.ts';
import { tallyResults } from '../views/tally-results.ts';
import { changesListing } from './changes-listing.ts';
import { checksListing } from './checks-listing.ts';
import { compareVisitsListing } from './compare-visits-listing.ts';
import { coverageListing } from './coverage-listing.ts';
import { endpointsListing } from './endpoints-listing.ts';
import type { Listing, ListingSource, MakeListing } from './listing.ts';
import { liverListing } from './liver-listing.ts';
import { outOfRangeListing } from './out-of-range-listing.ts';
import { reconciliationListing } from './reconciliation-listing.ts';
import { responseListing } from './response-listing.ts';
import { shiftsListing } from './shifts-listing.ts';
import { siteComparisonsListing } from './site-comparisons-listing.ts';
import { subjectsListing } from './subjects-listing.ts';
import { worstGradeListing } from './worst-grade-listing.ts';

const makers: Readonly<Record<ListingName, MakeListing>> = {
  subjects: subjectsListing,
  'out-of-range': outOfRangeListing,
  shifts: shiftsListing,
  'worst-grade': worstGradeListing,
  liver: liverListing,
  'compare-visits': compareVisitsListing,
  coverage: coverageListing,
  checks: checksListing,
  'site-looks': siteComparisonsListing,
  response: responseListing,
  endpoints: endpointsListing,
  reconciliation: reconciliationListing,
  changes: changesListing,
};

/** Computes a listing. Throws USAGE for an option that it does not take, or a column that it does not have. */
export async function openListing(source: ListingSource, request: ListingRequest): Promise<Listing> {
  checkListing(request);
  return sorted(await makers[request.name](source, request), request.sort);
}

function sorted(listing: Listing, sort: ListingRequest['sort']): Listing {
  if (sort === undefined) return listing;
  const at = listing.columns.findIndex(({ name }) => name === sort.column);
  if (at >= 0) return { ...listing, rows: rowsInOrder(listing.rows, at, sort.descending) };
  const names = listing.columns.map(({ name }) => name).join(', ');
  throw new AppError('USAGE', `The listing has no column "${sort.column.slice(0, 40)}" to sort by. Its columns are: ${names}.`);
}

/** Throws USAGE for an option that the listing does not take. */
export function checkListing(request: ListingRequest): void {
  const strange = strangeOption(request);
  if (strange !== null) throw new AppError('USAGE', `The listing "${listings[request.name].title}" takes no ${strange}.`);
}

/** Creates the sources of a study's listings if no reader holds them already. */
export function listingSource(study: StudyReader): ListingSource {
  const tally = perGeneration(study, () => tallyResults(study));
  return { study, tally, figures: resultFigures(study, tally), checks: checkedStudy(study, tally) };
}
