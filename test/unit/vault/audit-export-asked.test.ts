import { describe, expect, test } from 'vitest';
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

describe('what the trail records of an export', () => {
  const whole: typeof part = { ...part, selection: { ...part.selection, where: [], search: '', subjects: null } };
  const usual = { study: '22-001', format: 'csv', protection: null } as const;
  const asked = (more: Partial<ExportRequest>) => askedOf({ ...usual, parts: [whole], ...more }, 'id');
  const where = (column: string, op: '=' | 'in') => ({ column, op, values: ['x'] });

  test.each<[string, Partial<ExportRequest>, boolean]>([
    ['of everything', {}, false],
    ['with a quick search', { parts: [{ ...whole, selection: { ...whole.selection, search: 'x' } }] }, true],
    ['under a subject filter', { parts: [whole, { ...whole, selection: { ...whole.selection, subjects: ['0012'] } }] }, true],
    ['of chosen rows', { parts: [{ ...whole, selection: { ...whole.selection, chosen: { mode: 'only', keys: ['a'] } } }] }, true],
    ['of notes', { parts: [], noted }, false],
    ['of the notes of some subjects', { parts: [], noted: { ...noted, subjects: [] } }, true],
    ['of a listing', { parts: [], listing: { name: 'subjects', subjects: null } }, false],
    ['of a listing of some subjects', { parts: [], listing: { name: 'subjects', subjects: ['0012'] } }, true],
    ['of a listing of some tests', { parts: [], listing: { name: 'shifts', subjects: null, tests: ['ALT'] } }, true],
  ])('%s says whether it was narrowed', (_what, more, narrowed) => {
    expect(asked(more).narrowed).toBe(narrowed);
  });

  test('names the dataset only if there is one, and each condition once', () => {
    const [labs, vitals] = (['labs', 'vitals'] as const).map((dataset) => ({
      ...whole,
      selection: { ...whole.selection, dataset, where: [where('subject', 'in'), where('visit', '='), where('subject', '=')] },
    }));
    if (labs === undefined || vitals === undefined) throw new Error('No part.');
    const conditions = [
      { column: 'subject', op: 'in' },
      { column: 'visit', op: '=' },
      { column: 'subject', op: '=' },
    ];
    expect(asked({ parts: [labs] })).toMatchObject({ dataset: 'labs', where: conditions });
    expect(asked({ parts: [labs, vitals] })).toMatchObject({ dataset: null, where: conditions });
  });

  test('names a lake, a recipient and a listing', () => {
    expect(asked({})).toMatchObject({ format: 'csv', recipient: null, generation: null, id: 'id' });
    expect(asked({ lake: true }).format).toBe('parquet-lake');
    expect(asked({ protection: { recipient: 'Site 7', anchor: { kind: 'baseline' } } }).recipient).toBe('Site 7');
    expect(asked({ parts: [], listing: { name: 'subjects', subjects: null } })).toMatchObject({ listing: 'subjects', dataset: null });
    expect(Object.keys(asked({}))).not.toEqual(expect.arrayContaining(['notes']));
  });

  test('has only the digests and subjects that there are', () => {
    const exported = {
      ...{ guarded: 0, stripped: 0, cut: 0, numbersAsText: 0, numbersMissing: 0, replaced: 0, nul: 0, withheld: 0, undated: 0 },
      ...{ rows: 3, columns: 2, bytes: 9, sha256: 'a'.repeat(64), id: 'id', subjects: null, generation: 7 },
      ...{ evidence: null, evidenceSha256: null, rowDigests: [], cloud: null },
    };
    const least = writtenAs(asked({}), exported);
    expect(least).toMatchObject({ kind: 'export', generation: 7, rows: 3, columns: 2 });
    for (const name of ['subjects', 'cutOff', 'evidenceSha256', 'rowDigests']) expect(least).not.toHaveProperty(name);
    const more = { subjects: { of: 3, all: 9 }, evidenceSha256: 'b', rowDigests: ['c'] };
    expect(writtenAs(asked({}), { ...exported, ...more })).toMatchObject(more);
  });
});
