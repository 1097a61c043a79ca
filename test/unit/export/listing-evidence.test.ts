import { describe, expect, test } from 'vitest';
import { listingEvidence, oldestAsOf } from '../../../src/core/export/listing-evidence.ts';
import type { Listing } from '../../../src/core/listings/listing.ts';
import type { ListingRequest } from '../../../src/shared/listing-schema.ts';
import { mirrored } from '../renderer/sample-status.ts';

const listed: Listing = { columns: [], rows: [['0012'], ['0013']], says: 'Two of ALT.', anchor: 'the baseline assessment' };
const columns = [{ name: 'a', heading: 'ALT at C1D1', kind: 'number', source: [], derivation: 'of ALT', help: 'ALT' }] as const;
const labs = mirrored('labs', '2026-11-22T12:00:00Z');

function evidence(request: Partial<ListingRequest>, tellsValues = true) {
  return listingEvidence({ name: 'shifts', subjects: null, ...request }, listed, [labs], columns, tellsValues);
}

describe('the evidence of a listing', () => {
  test('has what it says and the passes of its datasets, those never mirrored too', () => {
    expect(evidence({})).toEqual({
      ...{ name: 'shifts', title: 'Shifts from baseline', rows: 2, says: listed.says, anchor: listed.anchor, columns, filters: [] },
      row: 'One row per test and subject: the category at baseline and the worst category after it in each direction.',
      query: { name: 'shifts', subjects: null },
      madeOf: [
        { dataset: 'labs', records: labs.records, generation: labs.generation, asOf: '2026-11-22T12:00:00Z', proof: labs.proof },
        { dataset: 'vitals', records: 0, generation: null, asOf: null, proof: null },
        { dataset: 'responses', records: 0, generation: null, asOf: null, proof: null },
      ],
    });
  });

  test('without values has neither sentence, anchor nor headings, which name tests and visits', () => {
    const { columns: told, ...rest } = evidence({ tests: ['ALT'], subjects: ['0012'] }, false);
    expect(told).toEqual([{ name: 'a', heading: 'a', kind: 'number', source: [], derivation: null, help: '' }]);
    expect(rest).toMatchObject({ says: null, anchor: null, query: { name: 'shifts', subjects: 1 } });
    expect(rest.query).not.toHaveProperty('tests');
    expect(rest.madeOf[0]?.proof).not.toHaveProperty('digest');
  });

  test('has its options and filters in words', () => {
    const asked = { tests: ['ALT', 'AST'], dataset: 'labs', since: 0, subjects: ['0012', '0013', '0014'] } as const;
    expect(evidence({ ...asked, tests: [...asked.tests], subjects: [...asked.subjects] }).filters).toEqual([
      'Test is one of “ALT”, “AST”',
      'Dataset is labs',
      'After generation 0',
      'Subject is one of 3 named',
    ]);
    expect(evidence({ tests: ['ALT', 'AST'] }, false).filters).toEqual(['Test is one of 2 named']);
    expect(evidence({ tests: ['ALT'], subjects: ['0012'] }).query).toEqual({ name: 'shifts', tests: ['ALT'], subjects: 1 });
  });
});

test('a listing is as old as the oldest of its datasets, whatever their order', () => {
  const made = (...times: readonly (string | null)[]) =>
    oldestAsOf({ ...evidence({}), madeOf: times.map((asOf) => ({ dataset: 'labs', records: 0, generation: null, asOf, proof: null })) });
  expect(made('2026-11-22T12:00:00Z', null, '2026-11-20T12:00:00Z')).toBe('2026-11-20T12:00:00Z');
  expect([made(null), made()]).toEqual([null, null]);
});
