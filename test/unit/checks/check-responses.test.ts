import { expect, test } from 'vitest';
import { checkResponses } from '../../../src/core/checks/check-responses.ts';
import type { ResponseAssessment } from '../../../src/shared/calls/views.ts';
import { localSpan } from '../../../src/shared/derive/plausible-date.ts';

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

const dated = (timepoint: number, text: string, more: Partial<ResponseAssessment> = {}): ResponseAssessment =>
  assessment(timepoint, null, { key: `${String(timepoint)}@${text}`, span: localSpan(text), ...more });

test('a partial date contradicts nothing that lies within it, and what is surely earlier', () => {
  expect(checkResponses([dated(1, '2025-09-10'), dated(2, '2025-09')])).toEqual([]);
  expect(checkResponses([dated(1, '2025-10-10'), dated(2, '2025-09')]).map(({ key }) => key)).toEqual(['2@2025-09']);
});

test('a second baseline of a case is found, and begins anew: what is before it is no contradiction', () => {
  const baseline = { isBaseline: true };
  const again = [dated(0, '2025-01-10', baseline), dated(1, '2025-03-10', { code: 'CR' }), dated(0, '2025-06-10', baseline)];
  expect(checkResponses([...again, dated(2, '2025-08-10', { code: 'PR' })]).map(({ check, key }) => [check, key])).toEqual([
    ['several-baselines', '0@2025-06-10'],
  ]);
});
