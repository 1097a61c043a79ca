import { expect, test } from 'vitest';
import { askedOf } from '../../../src/core/vault/audit/audit-export-asked.ts';
import type { ListingRequest } from '../../../src/shared/listing-schema.ts';

test.each<[string, Partial<ListingRequest>, boolean]>([
  ['of all subjects', {}, false],
  ['of some subjects', { subjects: ['0012'] }, true],
  ['of some tests', { tests: ['Secret test'] }, true],
])('records the export of a listing %s without any filter value', (_, more, narrowed) => {
  const listing: ListingRequest = { name: 'out-of-range', subjects: null, ...more };
  const asked = askedOf({ study: '22-001', parts: [], listing, format: 'csv', protection: null }, 'an id');
  expect(asked).toMatchObject({ listing: 'out-of-range', narrowed });
  expect(JSON.stringify(asked)).not.toMatch(/0012|Secret/);
});
