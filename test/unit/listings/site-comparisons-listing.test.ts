import { expect, test } from 'vitest';
import type { ListingSource } from '../../../src/core/listings/listing.ts';
import { siteComparisonsListing } from '../../../src/core/listings/site-comparisons-listing.ts';
import type { SiteComparison } from '../../../src/shared/derive/site-comparison.ts';

const comparison: SiteComparison = {
  ...{ site: '01', kind: 'weekends', group: null, unit: null, subjects: ['0101', '0102'], records: 40 },
  ...{ share: 0.25, others: 0.05, digits: [], chance: 0.2, isAsked: false },
};
const spread: SiteComparison = { ...comparison, kind: 'spread', group: 'weight', share: 0.4, others: 1.1, chance: 0.01, isAsked: true };

/** A study whose comparisons are these. */
function sourceOf(looks: readonly SiteComparison[]): ListingSource {
  const found = {
    looks,
    from: { kind: 'prefix', characters: 2 },
    sites: 2,
    example: '01',
    subjects: 4,
    without: 0,
    tooFew: 0,
    isLedgerKnown: true,
  };
  return { figures: { sites: async () => found } } as unknown as ListingSource;
}

/** The cells of each row by the name of their column. */
async function listed(looks: readonly SiteComparison[]) {
  const { columns, rows } = await siteComparisonsListing(sourceOf(looks), { listing: 'sites', subjects: null } as never);
  return rows.map((row) => Object.fromEntries(columns.map(({ name }, at) => [name, row[at]])));
}

test('shares are in per cent, but a spread is a multiple', async () => {
  expect(await listed([comparison, spread])).toMatchObject([
    { site: '01', subjects: 2, records: 40, share: 25, others: 5 },
    { site: '01', subjects: 2, records: 40, share: 0.4, others: 1.1 },
  ]);
});

test('only a comparison that raises a question has one', async () => {
  expect(await listed([comparison, spread])).toMatchObject([
    { asked: 'N', question: null },
    { asked: 'Y', question: expect.stringMatching(/^Do(?:es)? .* site 01 .*\?$/) as string },
  ]);
});
