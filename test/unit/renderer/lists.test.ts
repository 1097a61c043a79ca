import { describe, expect, test } from 'vitest';
import type { ShownAuditEntry } from '../../../src/shared/calls/audit.ts';
import { canOpen } from '../../../src/renderer/data/model/studies-state.ts';
import { changedIn } from '../../../src/renderer/places/changes/subject-changes.tsx';
import { aboutWords } from '../../../src/renderer/places/notes/notes-table.tsx';
import { verdictOf } from '../../../src/renderer/places/settings/audit-trail.tsx';
import { failedTrail } from '../../../src/renderer/places/settings/use-audit-trail.ts';
import { areOutdated, currentCounts } from '../../../src/renderer/record/grid/use-rows.ts';
import { whyNotSaved } from '../../../src/renderer/record/saved/saved-items.tsx';

const failed = { code: 'STORE', message: 'The file could not be read.' } as const;

test('a study is opened only if it is here and can be read', () => {
  const cards = [
    { study: '22-001', problem: null },
    { study: '23-014', problem: failed },
  ];
  expect(['22-001', '23-014', '24-006'].map((study) => canOpen(cards, study))).toEqual([true, false, false]);
  expect(canOpen(null, '22-001')).toBe(false);
});

test('a broken chain of the audit trail is not called intact', () => {
  expect(verdictOf({ entries: 12, head: 'ab', problem: null })).toMatchObject({
    says: expect.stringContaining('Intact') as string,
    error: null,
  });
  expect(verdictOf({ entries: 12, head: 'ab', problem: 'Entry 7 was changed.' })).toEqual({
    says: null,
    error: { code: 'CORRUPT', message: 'Entry 7 was changed.' },
  });
});

test('entries of the audit trail are dropped if those of another filter could not be read', () => {
  const entry = { number: 1 } as unknown as ShownAuditEntry;
  const trail = { question: 'a', total: 1, of: 1, studies: ['22-001'], entries: new Map([[0, entry]]), error: null };
  expect(failedTrail(trail, 'a', failed)).toEqual({ ...trail, error: failed });
  expect(failedTrail(trail, 'b', failed)).toMatchObject({ total: null, studies: ['22-001'], entries: new Map(), error: failed });
});

test('rows are not exported under the count of the previous query', () => {
  const counts = { rows: 12, of: 48, subjects: 3 };
  expect(currentCounts({ counts, counted: true })).toBe(counts);
  expect(currentCounts({ counts, counted: false })).toBeNull();
});

test('rows of an earlier query are not shown once the current one failed', () => {
  expect(areOutdated({ read: 'a', asked: 'b', hasFailed: true })).toBe(true);
  // Rows stay while the next query is read, and if a block of the same one fails.
  expect(areOutdated({ read: 'a', asked: 'b', hasFailed: false })).toBe(false);
  expect(areOutdated({ read: 'a', asked: 'a', hasFailed: true })).toBe(false);
  expect(areOutdated({ read: null, asked: 'b', hasFailed: true })).toBe(false);
});

test('nothing is saved under a name while the names in use are unknown', () => {
  expect(whyNotSaved({ data: null, error: null })).toContain('loading');
  expect(whyNotSaved({ data: null, error: failed })).toContain('could not be read');
  expect(whyNotSaved({ data: [], error: null })).toBeNull();
  // A reload that fails keeps the earlier list.
  expect(whyNotSaved({ data: [], error: failed })).toBeNull();
});

describe('a note in the list', () => {
  const address = { dataset: 'labs', key: 'L7' } as const;

  test('names its record', () => {
    expect(aboutWords(address, { data: new Map([['labs/L7', 'ALT 62 U/L']]), error: null })).toBe('ALT 62 U/L');
    expect(aboutWords(address, { data: new Map(), error: null })).toBe('L7 (vanished)');
  });

  test('has the key of its record if the record could not be read', () => {
    expect(aboutWords(address, { data: null, error: failed })).toBe('L7');
  });
});

test('the changes of one dataset by subject leave out those of other datasets', () => {
  const [labs, vitals] = [
    { dataset: 'labs', new: 3, changed: 0, vanished: 0 },
    { dataset: 'vitals', new: 0, changed: 1, vanished: 0 },
  ] as const;
  const subjects = [
    { subject: '0012', isNew: false, datasets: [labs, vitals] },
    { subject: '0015', isNew: true, datasets: [labs] },
  ];
  expect(changedIn(subjects, 'vitals')).toEqual([{ subject: '0012', isNew: false, datasets: [vitals] }]);
  expect(changedIn(subjects, null)).toEqual(subjects);
});
