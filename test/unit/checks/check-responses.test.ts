import { expect, test } from 'vitest';
import { checkResponses } from '../../../src/core/checks/check-responses.ts';
import type { ResponseAssessment } from '../../../src/shared/calls/views.ts';

function assessment(timepoint: number | null, at: number | null, more: Partial<ResponseAssessment> = {}): ResponseAssessment {
  return {
    ...{ key: `${String(timepoint)}@${String(at)}`, subject: '0012', caseId: '7', assessment: null, timepoint, assessed: null, at },
    ...{ span: at === null ? null : { from: at, to: at + 1 }, implausible: null, lesions: null },
    ...{ isBaseline: false, sum: null, conclusion: null, code: null, notDerivedBecause: null },
    sent: { baseline: null, previous: null, nadir: null },
    ...more,
  };
}

test.each<[string, readonly (readonly [number | null, number | null])[], readonly string[]]>([
  [
    'one after the other',
    [
      [0, 1],
      [1, 2],
      [2, 3],
    ],
    [],
  ],
  [
    'one before the earlier ones',
    [
      [0, 5],
      [1, 6],
      [2, 3],
    ],
    ['2@3'],
  ],
  [
    'two before one earlier one',
    [
      [0, 9],
      [1, 2],
      [2, 3],
    ],
    ['1@2', '2@3'],
  ],
  [
    'of one number on two dates',
    [
      [0, 1],
      [1, 5],
      [1, 3],
      [2, 6],
    ],
    [],
  ],
  [
    'of one date',
    [
      [1, 4],
      [2, 4],
    ],
    [],
  ],
  [
    'in no order',
    [
      [2, 3],
      [0, 1],
      [1, 4],
    ],
    ['2@3'],
  ],
  [
    'without a number or a date',
    [
      [0, 5],
      [null, 1],
      [3, null],
      [4, 6],
    ],
    [],
  ],
])('timepoints and dates %s', (_, given, keys) => {
  const found = checkResponses(given.map(([timepoint, at]) => assessment(timepoint, at)));
  expect(found.map(({ check, key }) => [check, key])).toEqual(keys.map((key) => ['timepoint-order', key]));
});

test('assessments that name nobody are not compared with each other', () => {
  const nobody = { subject: '' };
  expect(
    checkResponses([assessment(1, 5, { ...nobody, code: 'CR' }), assessment(2, 3, nobody), assessment(3, 9, { ...nobody, code: 'SD' })]),
  ).toEqual([]);
});

test('one case of very many assessments is looked through in their order, not two by two', () => {
  const many = Array.from({ length: 130_000 }, (_, at) => assessment(at, at, { code: at === 0 ? 'PR' : 'CR' }));
  expect(checkResponses(many)).toEqual([]);
});
