import { expect, test } from 'vitest';
import { askedOf, writtenAs } from '../../../src/core/vault/audit/audit-export-asked.ts';
import { sayEvent } from '../../../src/core/vault/audit/audit-words.ts';
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
  ['rows', { parts: [part] }, 'Labs of 22-001 as csv, where Subject is one of …, selected rows only'],
  [
    'a table by visit',
    { parts: [{ ...part, pivot: { tests: ['ALT'] } }] },
    'Labs of 22-001 by visit as csv, where Subject is one of …, selected rows only',
  ],
  ['notes', { parts: [], noted }, 'the notes of 22-001 as csv'],
  [
    'notes under a subject filter',
    { parts: [], noted: { ...noted, subjects: ['0012'] } },
    'the notes of 22-001 as csv, selected rows only',
  ],
])('describes an export of %s in the audit trail without any filter value', (_, asked, words) => {
  const event = askedOf({ study: '22-001', format: 'csv', protection: null, ...asked }, noted.ids[0] ?? '');
  expect(JSON.stringify(event)).not.toMatch(/0012|Meyer|ALT/);
  expect(sayEvent({ kind: 'export-begun', ...event })).toContain(words);
});

test('records the data cut-off of an exported file, if there is one', () => {
  const asked = askedOf({ study: '22-001', format: 'csv', protection: null, parts: [part] }, noted.ids[0] ?? '');
  const exported = {
    ...{ guarded: 0, stripped: 0, cut: 0, numbersAsText: 0, numbersMissing: 0, replaced: 0, nul: 0, withheld: 0, undated: 0 },
    ...{ rows: 3, columns: 2, bytes: 9, sha256: 'a'.repeat(64), id: noted.ids[0] ?? '', subjects: null, generation: 1 },
    ...{ evidence: null, evidenceSha256: null, rowDigests: [], cloud: null },
  };
  expect(sayEvent(writtenAs(asked, exported))).not.toContain('cut-off');
  const upTo = writtenAs(asked, { ...exported, cutOff: '2026-01-31' });
  expect(upTo).toMatchObject({ cutOff: '2026-01-31' });
  expect(sayEvent(upTo)).toContain(', with records up to the data cut-off 2026-01-31: 3 rows');
});
