import { expect, test } from 'vitest';
import { checkResponses as checkAll } from '../../../src/core/checks/check-responses.ts';
import type { ResponseAssessment } from '../../../src/shared/calls/views.ts';
import { localSpan } from '../../../src/shared/derive/plausible-date.ts';

/** What is found but for a missing baseline, which most of these courses have none of. */
function checkResponses(assessments: readonly ResponseAssessment[]): ReturnType<typeof checkAll> {
  return checkAll(assessments).filter(({ check }) => check !== 'no-baseline');
}

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

test('a course without a baseline, and a follow-up on the day of its baseline', () => {
  const found = (all: readonly ResponseAssessment[]): unknown => checkAll(all).map(({ check, key }) => [check, key]);
  const day = 86_400_000;
  const baseline = { isBaseline: true };
  expect(found([assessment(1, day), assessment(2, 40 * day)])).toEqual([['no-baseline', `1@${String(day)}`]]);
  expect(found([assessment(0, day, baseline), assessment(1, day + 3_600_000), assessment(2, 40 * day)])).toEqual([
    ['follow-up-at-baseline', `1@${String(day + 3_600_000)}`],
  ]);
  expect(found([assessment(0, day, baseline), assessment(1, 2 * day)])).toEqual([]);
});

test('more than five target lesions, and a conclusion against its sum', () => {
  const lesions = (count: number): readonly string[] => Array.from({ length: count }, (_, at) => `T0${String(at)}`);
  const day = 86_400_000;
  const of = (timepoint: number, sum: number, more: Partial<ResponseAssessment>): ResponseAssessment =>
    assessment(timepoint, (1 + 40 * timepoint) * day, { sum, key: String(timepoint), isBaseline: timepoint === 0, ...more });
  const many = [of(0, 50, { lesions: [...lesions(5)] }), of(1, 50, { lesions: [...lesions(6)], code: 'SD', conclusion: 'Stable Disease' })];
  expect(checkAll(many).map(({ check, key }) => [check, key])).toEqual([['many-lesions', '1']]);
  const against = [
    of(0, 50, {}),
    of(1, 80, { code: 'PR', conclusion: 'Partial Response' }),
    of(2, 80, { code: 'PD', conclusion: 'Progressive Disease' }),
  ];
  expect(checkAll(against).map(({ check, key }) => [check, key])).toEqual([['contradicts-sum', '1']]);
});
