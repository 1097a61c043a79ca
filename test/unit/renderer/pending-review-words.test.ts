import { describe, expect, test } from 'vitest';
import { describePendingReview, describeOthers } from '../../../src/renderer/record/pending-review/pending-review-words.ts';
import { describeRun } from '../../../src/renderer/places/studies/sync-outcome.ts';
import { mirrored, statusOf } from './sample-status.ts';

const asOf = new Date(2026, 4, 13, 18, 20).toISOString();
const pending = { records: 0, lost: 50_000, asOf: new Date(2026, 4, 14, 14, 5).toISOString() };

describe('the question of the shrink guard', () => {
  test('names what would be lost and what stays', () => {
    expect(describePendingReview(mirrored('labs', asOf, { pending }))).toMatchObject({
      title: 'Labs would shrink from 50,000 to 0 records.',
      says: 'The earlier copy of 13 May 2026, 18:20 stays until you decide.',
      consequence: expect.stringContaining('go from 50,000 to 0 records: 50,000 fewer labs.') as string,
      accept: 'Show 0 records',
    });
  });

  test('states how many subjects would lose all records, even if the number of records does not shrink', () => {
    const fewer = mirrored('labs', asOf, { pending: { ...pending, records: 10_020, lost: -20, subjects: { before: 200, lost: 197 } } });
    expect(describePendingReview(fewer)).toMatchObject({
      title: 'Labs would lose all records of 197 of 200 subjects.',
      consequence: expect.stringContaining('20 more labs. Of the 200 subjects shown now, 197 have no records in the new copy.') as string,
    });
    const both = mirrored('labs', asOf, { pending: { ...pending, subjects: { before: 1, lost: 1 } } });
    expect(describePendingReview(both)?.title).toBe('Labs would shrink from 50,000 to 0 records, and lose all records of 1 of 1 subject.');
  });

  test('names what else waits after one decision', () => {
    expect(describeOthers([mirrored('vitals', asOf, { pending }), mirrored('responses', asOf, { pending })])).toBe(
      ' Vitals and responses still wait for your decision.',
    );
    expect(describeOthers([])).toBe('');
  });

  test('is null if nothing is pending', () => {
    expect(describePendingReview(mirrored('labs', asOf))).toBeNull();
  });
});

describe('a run that leaves a copy pending review', () => {
  const labsPending = statusOf(asOf, (dataset) => (dataset.dataset === 'labs' ? { ...dataset, state: 'pending', pending } : dataset));
  const reported = describeRun({ exitCode: 30, code: 'PARTIAL', studies: [labsPending, { ...statusOf(asOf), study: '23-014' }] });

  test('asks for a decision with a link to it, and does not claim that the study is complete', () => {
    expect(reported).toMatchObject([
      { title: '22-001: labs wait for your decision', good: false, step: { label: 'Decide', study: '22-001', section: 'labs' } },
      { title: expect.stringMatching(/^23-014 is complete/) as string, good: true },
    ]);
  });

  test('is the only outcome that is news after an automatic run', () => {
    expect(reported.map(({ news }) => news)).toEqual([true, false]);
    const failed = statusOf(asOf, (dataset) => ({ ...dataset, error: { code: 'NETWORK', message: 'No answer.' } }));
    expect(describeRun({ exitCode: 10, code: 'NETWORK', studies: [failed] }).map(({ news }) => news)).toEqual([false]);
  });

  test('does not ask again when a later run fails', () => {
    const error = { code: 'NETWORK', message: 'No answer.' } as const;
    const later = statusOf(asOf, (dataset) => ({ ...dataset, state: 'kept', error, pending: dataset.dataset === 'labs' ? pending : null }));
    expect(describeRun({ exitCode: 10, code: 'NETWORK', studies: [later] })).toMatchObject([
      { title: '22-001: none of the 5 datasets updated', says: 'No answer.' },
    ]);
  });

  test('asks once for several datasets', () => {
    const all = statusOf(asOf, (dataset) => ({ ...dataset, state: 'pending', pending }));
    expect(describeRun({ exitCode: 30, code: 'PARTIAL', studies: [all] })).toMatchObject([
      {
        title: '22-001: 5 datasets wait for your decision',
        says: expect.stringMatching(/^They would lose many of their records/) as string,
      },
    ]);
  });
});
