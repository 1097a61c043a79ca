import { expect, test } from 'vitest';
import { studyLines } from '../../../src/cli/study-table.ts';
import { emptyDataset } from '../../../src/shared/empty-status.ts';
import type { DatasetStatus, Proof } from '../../../src/shared/status.ts';

const proof: Proof = {
  startedAt: '2026-11-20T03:05:00Z',
  endedAt: '2026-11-20T14:05:00Z',
  passes: 1,
  repeated: [],
  resumedPages: 0,
  pages: 7,
  entries: 3200,
  distinct: 3200,
  totalAtStart: 3200,
  totalAtEnd: 3200,
  secondLook: true,
  ...{ confirmed: true, rounds: 2, confirmedAt: '2026-11-20T14:05:00Z', wholeStudy: true, clockOffsetSeconds: 0 },
  digest: 'ab',
  foreignLinks: 0,
  drift: [],
};

function lines(over: Partial<DatasetStatus>): readonly string[] {
  const labs = { ...emptyDataset('labs'), records: 3200, asOf: proof.endedAt, generation: 4, state: 'unchanged' as const, proof };
  return studyLines({ study: '22-001', datasets: [{ ...labs, ...over }] });
}

test('prints one line for a dataset without remarks', () => {
  expect(lines({})).toEqual([
    '22-001',
    '  dataset  records  state      as of                 generation  complete',
    '  labs       3,200  unchanged  2026-11-20 14:05 UTC  4           7 pages, confirmed',
  ]);
});

test.each<[string, Partial<DatasetStatus>, string]>([
  [
    'a copy that is pending review',
    { state: 'pending', pending: { records: 10, lost: 3190, asOf: '2026-11-21T08:00:00Z' } },
    'pending review: the copy of 2026-11-21 08:00 UTC has 10 records, 3,190 fewer. The earlier 3,200 records stay until you run sync with --accept-shrink.',
  ],
  [
    'a pass that was repeated, and why',
    { proof: { ...proof, passes: 3, repeated: [['count', 'first-page-changed'], ['count']] } },
    'read 3 times, because the records did not add up to the announced total; the first page had changed when it was read again.',
  ],
  [
    'pages of an interrupted run',
    { proof: { ...proof, resumedPages: 5 } },
    '5 pages of 7 from an interrupted run, read from 2026-11-20 03:05 UTC.',
  ],
  [
    'what the interface does not describe',
    {
      proof: {
        ...proof,
        drift: ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => ({ kind: 'field' as const, name, count: 1200, path: `x.${name}` })),
      },
    },
    'not in the interface description: field a (1,200), field b (1,200), field c (1,200), field d (1,200), field e (1,200) and 2 more.',
  ],
  [
    'subjects outside the Group',
    { subjects: { seen: 10, members: 9, outsideGroup: 1, withoutData: 3 } },
    "1 subject with records but not in the study's Group.",
  ],
  ['entries that are not shown', { quarantined: 2 }, '2 entries kept but not shown in the dataset.'],
])('reports %s', (_name, over, sentence) => {
  expect(lines(over).slice(3)).toEqual([`  labs: ${sentence}`]);
});

test('reports members without records only for the subjects dataset', () => {
  const subjects = { seen: 8, members: 9, outsideGroup: 0, withoutData: 1 };
  expect(lines({ subjects })).toHaveLength(3);
  expect(lines({ subjects, dataset: 'subjects' }).at(-1)).toBe('  subjects: 1 member of the Group without records.');
});

test('reports links to another address once, counted over all datasets', () => {
  const foreign = (['labs', 'vitals', 'responses'] as const).map((dataset) => ({
    ...emptyDataset(dataset),
    asOf: proof.endedAt,
    proof: { ...proof, foreignLinks: 700 },
  }));
  expect(studyLines({ study: '22-001', datasets: foreign }).filter((line) => /address/.test(line))).toEqual([
    '  Links of 2,100 pages name another address, such as http instead of https: only their page numbers were read, and nobody was asked there.',
  ]);
  expect(lines({ proof: { ...proof, foreignLinks: 1 } }).at(-1)).toMatch(/^ {2}Links of 1 page name another address/);
});
