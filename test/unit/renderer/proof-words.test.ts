import { describe, expect, test } from 'vitest';
import { formatMoment } from '../../../src/renderer/ui/format/dates.ts';
import { factsOf, groupWords, remarksOf, summaryOf, verdictOf } from '../../../src/renderer/record/proof/proof-words.ts';
import type { DatasetStatus, Proof } from '../../../src/shared/status.ts';
import { mirrored, neverMirrored, statusOf } from './sample-status.ts';

const today = '2026-05-14T12:05:00.000Z';

function provenWith(proof: Partial<Proof>, more: Partial<DatasetStatus> = {}): DatasetStatus {
  const dataset = mirrored('labs', today, more);
  return dataset.proof === null ? dataset : { ...dataset, proof: { ...dataset.proof, ...proof } };
}

function said(name: string, dataset: DatasetStatus): string | undefined {
  return factsOf(dataset).find((fact) => fact.name === name)?.says;
}

describe('the verdict', () => {
  const of = (change: (dataset: DatasetStatus) => DatasetStatus) => verdictOf(statusOf(today, change));
  const labs = (more: Partial<DatasetStatus>) => of((dataset) => (dataset.dataset === 'labs' ? { ...dataset, ...more } : dataset));

  test('is good if five passes add up', () => {
    expect(of((dataset) => dataset)).toMatchObject({ good: true, title: `Complete as of ${formatMoment(today)}` });
  });

  test.each([
    ['never completed', { ...neverMirrored('labs') }, 'Labs never completed'],
    ['failed', { error: { code: 'NETWORK' as const, message: 'x' } }, 'Labs could not be refreshed'],
    ['pending review', { pending: { records: 0, lost: 10, asOf: today } }, 'Labs: your decision is needed'],
    ['no total', { proof: provenWith({ totalAtStart: null, totalAtEnd: null }).proof }, 'Labs: the count is not confirmed'],
  ])('reports %s first', (_, more, title) => {
    expect(labs(more)).toMatchObject({ good: false, title });
  });

  test('does not list five names if nothing could be refreshed', () => {
    expect(of((dataset) => ({ ...dataset, error: { code: 'NETWORK', message: 'x' } })).title).toBe(
      'None of the datasets could be refreshed',
    );
  });

  test('does not list five names if nothing is mirrored', () => {
    expect(of((dataset) => neverMirrored(dataset.dataset)).title).toBe('No dataset has been mirrored yet');
  });
});

describe('the facts about a dataset', () => {
  test('count the pages read before an interruption, and state since when', () => {
    const startedAt = new Date(2026, 4, 14, 3, 5).toISOString();
    const endedAt = new Date(2026, 4, 14, 9, 12, 30).toISOString();
    expect(said('Read', provenWith({ startedAt, endedAt, resumedPages: 412, pages: 540 }))).toBe(
      '14 May 2026, 03:05:00 to 09:12:30. 412 of 540 pages had been read before an interruption, from 03:05 on, and were reused.',
    );
    const dayBefore = new Date(2026, 4, 13, 23, 5).toISOString();
    expect(said('Read', provenWith({ startedAt: dayBefore, endedAt, resumedPages: 1, pages: 2 }))).toContain('from 13 May 2026, 23:05 on,');
  });

  test('state why earlier passes were discarded', () => {
    expect(said('Passes', provenWith({}))).toBe('One: the pages were consistent at once');
    expect(said('Passes', provenWith({ passes: 3, repeated: [['total-changed'], ['count', 'last-page-changed']] }))).toBe(
      'Pass 1 was discarded: the announced total changed between pages. Pass 2 was discarded: the records did not add up to the announced total and the last page had changed when it was read again. Pass 3 is shown.',
    );
  });

  test('confirm nothing if the service named no total', () => {
    const unnamed = provenWith({ totalAtStart: null, totalAtEnd: null });
    expect(factsOf(unnamed).map(({ name, good }) => [name, good])).toContainEqual(['Total named', false]);
    expect(factsOf(unnamed).map(({ name, good }) => [name, good])).toContainEqual(['Pages', null]);
    expect(said('Total named', provenWith({ pages: 2 }))).toBe('10 on the first page, the same on the last');
    expect(said('Total named', provenWith({}))).toBe('10, on the only page');
  });

  test('are empty without a proof', () => {
    expect(factsOf(neverMirrored('labs'))).toEqual([]);
    expect([summaryOf(neverMirrored('labs')), remarksOf(neverMirrored('labs'))]).toEqual(['never completed', []]);
  });

  test('are remarked on only if they are unusual', () => {
    expect(remarksOf(mirrored('labs', today))).toEqual([]);
    const odd = provenWith(
      { passes: 2, resumedPages: 4, drift: [{ kind: 'field', name: 'note', count: 3, path: 'code.note' }] },
      { subjects: { seen: 9, members: 8, outsideGroup: 1, withoutData: 0 }, pending: { records: 1, lost: 9, asOf: today } },
    );
    expect(remarksOf(odd)).toEqual(['your decision', '2 passes', 'resumed', '1 outside the Group', '1 not described']);
  });
});

describe('the facts about a doubtful copy', () => {
  const proofOf = (over: Partial<NonNullable<DatasetStatus['proof']>>): DatasetStatus => {
    const { proof, ...rest } = mirrored('labs', today);
    if (proof === null) throw new Error('The sample has no proof.');
    return { ...rest, proof: { ...proof, ...over } };
  };
  const factOf = (dataset: DatasetStatus, name: string): string => factsOf(dataset).find((fact) => fact.name === name)?.says ?? '';

  test('state both times if the clock is wrong', () => {
    const says = factOf(proofOf({ endedAt: '2026-11-20T14:05:00.000Z', clockOffsetSeconds: -720 }), 'Clock');
    expect(says).toMatch(/12 minutes ahead: .*:17 here when it was .*:05 there/);
    expect(factOf(proofOf({ clockOffsetSeconds: 60 }), 'Clock')).toBe('');
  });

  test('count records that only an unconfirmed copy lacks', () => {
    expect(factOf({ ...mirrored('labs', today), absent: 2 }, 'Absent')).toMatch(/^2 records .* whether they vanished$/);
    expect(factOf(mirrored('labs', today), 'Absent')).toBe('');
  });

  test('report a copy that kept changing as not confirmed', () => {
    const changing = proofOf({ confirmed: false, confirmedAt: null, secondLook: false, rounds: 6 });
    expect(factOf(changing, 'Confirmed')).toBe('No: the data kept changing, in 6 rounds of reading');
    expect(remarksOf(changing)).toContain('not confirmed');
    expect(verdictOf({ study: '22-001', datasets: [changing] })).toMatchObject({
      good: false,
      title: expect.stringContaining('not confirmed') as string,
    });
  });
});

describe('subjects compared with the Group', () => {
  const words = (dataset: DatasetStatus['dataset'], seen: number, members: number, outsideGroup: number, withoutData: number) =>
    groupWords(mirrored(dataset, today, { subjects: { seen, members, outsideGroup, withoutData } }));

  test('are described in both directions, even if nothing is missing', () => {
    expect(words('labs', 62, 64, 0, 2)).toEqual({
      withData: '62 of 64 members of the Group have labs; 2 have none',
      outside: 'All 62 subjects with labs are members',
    });
    expect(words('labs', 65, 64, 1, 0)).toEqual({
      withData: 'All 64 members of the Group have labs',
      outside: '1 of 65 subjects with labs is not in the Group',
    });
  });

  test('are compared by data of any kind for the subjects dataset', () => {
    expect(words('subjects', 1, 2, 0, 1)).toEqual({
      withData: '1 of 2 members of the Group have any data; 1 has none',
      outside: 'The one subject with any data is a member',
    });
  });

  test('are not “all” members of an empty Group', () => {
    expect(words('labs', 3, 0, 3, 0)).toMatchObject({ withData: '0 of 0 members of the Group have labs; 0 have none' });
  });

  test('are not shown if they were never compared', () => {
    expect(groupWords(mirrored('labs', today))).toBeNull();
  });
});
