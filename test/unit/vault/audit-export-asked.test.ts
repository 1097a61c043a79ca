import { expect, test } from 'vitest';
import { askedOf } from '../../../src/core/vault/audit-export-asked.ts';
import { sayEvent } from '../../../src/core/vault/audit-words.ts';
import type { ExportRequest } from '../../../src/shared/calls/export.ts';

const part: ExportRequest['parts'][number] = {
  selection: {
    ...{ dataset: 'labs', search: 'Meyer', subjects: ['0012'], chosen: null },
    where: [{ column: 'subject', op: 'in', values: ['0012'] }],
  },
  ...{ sort: [], columns: [] },
};
const noted = { ids: ['3f2504e0-4f89-41d3-9a0c-0305e82c3301'], subjects: null };

test.each<[string, Pick<ExportRequest, 'parts' | 'noted'>, string]>([
  ['rows', { parts: [part] }, 'Labs of 22-001 as csv, where Subject is one of … and a choice of rows'],
  [
    'a table by visit',
    { parts: [{ ...part, pivot: { tests: ['ALT'] } }] },
    'Labs of 22-001 by visit as csv, where Subject is one of … and a choice of rows',
  ],
  ['notes', { parts: [], noted }, 'the notes of 22-001 as csv'],
  [
    'notes under a subject filter',
    { parts: [], noted: { ...noted, subjects: ['0012'] } },
    'the notes of 22-001 as csv, where a choice of rows',
  ],
])('the trail tells an export of %s as what it is, and no value of it', (_, asked, words) => {
  const event = askedOf({ study: '22-001', format: 'csv', protection: null, ...asked }, noted.ids[0] ?? '');
  expect(JSON.stringify(event)).not.toMatch(/0012|Meyer|ALT/);
  expect(sayEvent({ kind: 'export-begun', ...event })).toContain(words);
});
