import { describe, expect, test } from 'vitest';
import { checkResponses as checkAll } from '../../../src/core/checks/check-responses.ts';
import type { ResponseAssessment } from '../../../src/shared/calls/views.ts';
import { assessment, checkResponses } from './assessments.ts';
import { localSpan } from '../../../src/shared/derive/plausible-date.ts';

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
  expect(found.filter(({ check }) => check !== 'repeated-timepoint').map(({ check, key }) => [check, key])).toEqual(
    keys.map((key) => ['timepoint-order', key]),
  );
});

test('does not compare assessments that name no subject', () => {
  const nobody = { subject: '' };
  expect(
    checkResponses([assessment(1, 5, { ...nobody, code: 'CR' }), assessment(2, 3, nobody), assessment(3, 9, { ...nobody, code: 'SD' })]),
  ).toEqual([]);
});

const dated = (timepoint: number, text: string, more: Partial<ResponseAssessment> = {}): ResponseAssessment =>
  assessment(timepoint, null, { key: `${String(timepoint)}@${text}`, span: localSpan(text), ...more });

test('a partial date contradicts an earlier timepoint dated after it, but none dated within it', () => {
  expect(checkResponses([dated(1, '2025-09-10'), dated(2, '2025-09')])).toEqual([]);
  expect(checkResponses([dated(1, '2025-10-10'), dated(2, '2025-09')]).map(({ key }) => key)).toEqual(['2@2025-09']);
});

test('finds a second baseline of a case and does not compare assessments across it', () => {
  const baseline = { isBaseline: true };
  const again = [dated(0, '2025-01-10', baseline), dated(1, '2025-03-10', { code: 'CR' }), dated(0, '2025-06-10', baseline)];
  expect(checkResponses([...again, dated(2, '2025-08-10', { code: 'PR' })]).map(({ check, key }) => [check, key])).toEqual([
    ['several-baselines', '0@2025-06-10'],
  ]);
});

test('finds a course without a baseline and a follow-up on the day of the baseline', () => {
  const found = (all: readonly ResponseAssessment[]): unknown => checkAll(all).map(({ check, key }) => [check, key]);
  const day = 86_400_000;
  const baseline = { isBaseline: true };
  expect(found([assessment(1, day), assessment(2, 40 * day)])).toEqual([['no-baseline', `1@${String(day)}`]]);
  expect(found([assessment(0, day, baseline), assessment(1, day + 3_600_000), assessment(2, 40 * day)])).toEqual([
    ['follow-up-at-baseline', `1@${String(day + 3_600_000)}`],
  ]);
  expect(found([assessment(0, day, baseline), assessment(1, 2 * day)])).toEqual([]);
});

test('finds more than five target lesions and a conclusion that contradicts the target sum', () => {
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

describe('RECIST 1.1 rules for a course', () => {
  const day = 86_400_000;
  /** A baseline of 50 mm and the assessments after it, six weeks apart. */
  const course = (...after: readonly Partial<ResponseAssessment>[]): readonly ResponseAssessment[] =>
    [{ isBaseline: true, sum: 50, lesions: ['T01', 'T02'] }, ...after].map((more, n) =>
      assessment(n, (1 + 42 * n) * day, { key: String(n), lesions: ['T01', 'T02'], ...more }),
    );
  const keysOf = (check: string, all: readonly ResponseAssessment[]): readonly string[] =>
    checkAll(all).flatMap((finding) => (finding.check === check ? [finding.key] : []));

  test.each<[string, string, readonly Partial<ResponseAssessment>[], readonly string[]]>([
    ['after-progression', 'PR after PD', [{ code: 'PD' }, { code: 'PR' }], ['2']],
    ['after-progression', 'SD after PD', [{ code: 'SD' }, { code: 'PD' }, { code: 'SD' }], ['3']],
    ['after-progression', 'PD and NE after PD', [{ code: 'PD' }, { code: 'PD' }, { code: 'NE' }], []],
    ['repeated-timepoint', 'a duplicate number', [{}, { timepoint: 1 }], ['2']],
    ['missing-timepoint', 'a missing number', [{}, { timepoint: 3 }], ['2']],
    ['missing-timepoint', 'a missing number beside an assessment without one', [{ timepoint: null }, { timepoint: 2 }], []],
    ['lesion-left-out', 'PR without a lesion', [{ code: 'PR', sum: 20, lesions: ['T01'] }], ['1']],
    [
      'lesion-left-out',
      'PD and NE without a lesion',
      [
        { code: 'PD', sum: 20, lesions: ['T01'] },
        { code: 'NE', sum: 20, lesions: ['T02'] },
      ],
      [],
    ],
    ['response-against-targets', 'NON-CR/NON-PD with a sum', [{ code: 'NON-CR/NON-PD', sum: 48 }], ['1']],
    ['response-against-targets', 'PR without a sum', [{ code: 'PR' }, { code: 'PD' }], ['1']],
    ['response-against-targets', 'PR with a sum', [{ code: 'PR', sum: 20 }], []],
    ['other-change', 'different changes', [{ sum: 40, sent: { baseline: -9, previous: -10, nadir: -10 } }], ['1']],
    ['other-change', 'the correct changes', [{ sum: 40, sent: { baseline: -10, previous: -10, nadir: -10 } }], []],
    ['target-sum', 'a sum below 0', [{ notDerivedBecause: 'the sum is below 0' }], ['1']],
  ])('%s: %s', (check, _, after, keys) => {
    expect(keysOf(check, course(...after))).toEqual(keys);
  });

  test.each([
    [{ code: 'PR', sum: 50 }, 'response-at-baseline', true],
    [{ code: null, sum: 50 }, 'response-at-baseline', false],
    [{ sum: 19 }, 'target-sum', true],
    [{ sum: 20 }, 'target-sum', false],
    [{ sum: 9.9, lesions: null }, 'target-sum', true],
    [{ sum: 0 }, 'target-sum', true],
    [{ sum: null }, 'target-sum', true],
  ])('a baseline of %j: %s is found: %j', (baseline, check, isFound) => {
    const [first, second] = course({ sum: 30 });
    const all = [{ ...first, ...baseline } as ResponseAssessment, second as ResponseAssessment];
    expect(keysOf(check, all)).toEqual(isFound ? ['0'] : []);
  });

  test('accepts a baseline without a target sum if no assessment has one', () => {
    const [first, second] = course({});
    expect(keysOf('target-sum', [{ ...first, sum: null } as ResponseAssessment, second as ResponseAssessment])).toEqual([]);
  });

  test('does not check the changes sent for a course with sums of other lesions', () => {
    const all = course(
      { sum: 20, lesions: ['T01'], sent: { baseline: -30, previous: -30, nadir: -30 } },
      { sum: 40, sent: { baseline: -10, previous: 20, nadir: 20 } },
    );
    expect(keysOf('other-change', all)).toEqual([]);
  });

  test('finds a case shared by two subjects', () => {
    const other = { ...assessment(0, day), subject: '0013', key: 'other' };
    expect(keysOf('shared-case', [...course({}), other])).toEqual(['other']);
    expect(keysOf('shared-case', [...course({}), { ...other, caseId: '8' }])).toEqual([]);
  });

  test('finds an interval far from the usual one if the study has enough intervals', () => {
    const usual = course(...Array.from({ length: 10 }, () => ({})));
    const late = assessment(11, (1 + 42 * 10 + 180) * day, { key: 'late' });
    const soon = assessment(12, (1 + 42 * 10 + 185) * day, { key: 'soon' });
    expect(keysOf('odd-interval', [...usual, late, soon])).toEqual(['late', 'soon']);
    expect(keysOf('odd-interval', [...usual.slice(0, 5), late])).toEqual([]);
    expect(keysOf('odd-interval', usual)).toEqual([]);
  });
});

test.each<[string, string, boolean]>([
  ['2025-03-10', '2025-03-10', true],
  ['2025-03-10', '2025-03-11', false],
  ['2025-03-10', '2025-02', true],
  ['2025-03-10', '2025-03', false],
  ['2025-03-10', '2024', true],
  ['2025-03', '2025-02-28', true],
  ['2025-03', '2025-03-01', true],
  ['2025-03', '2025-03-02', false],
])('a baseline of %s and a follow-up of %s: found %j', (baseline, followUp, isFound) => {
  const dated = (assessed: string, key: string, isBaseline: boolean): ResponseAssessment =>
    assessment(null, null, { key, assessed, span: localSpan(assessed), isBaseline });
  const found = checkResponses([dated(baseline, 'baseline', true), dated(followUp, 'follow-up', false)]);
  expect(found.filter(({ check }) => check === 'follow-up-at-baseline').map(({ key }) => key)).toEqual(isFound ? ['follow-up'] : []);
});
