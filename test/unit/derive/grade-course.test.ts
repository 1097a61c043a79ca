import { expect, test } from 'vitest';
import { isSevere, noGrades, signedGrade, withGrade, type GradeCourse } from '../../../src/shared/derive/grade-course.ts';

const results = [
  { key: 'a', at: 1, isAfter: false, grade: 2 },
  { key: 'b', at: 2, isAfter: false, grade: 1 },
  { key: 'c', at: 3, isAfter: true, grade: 3 },
  { key: 'd', at: 4, isAfter: true, grade: 3 },
  { key: 'e', at: 5, isAfter: true, grade: 0 },
];

test('takes the last grade before as the baseline and the first of the highest after as the worst, in any order', () => {
  for (const order of [results, results.toReversed()])
    expect(order.reduce<GradeCourse>(withGrade, noGrades)).toMatchObject({ baseline: 1, worst: 3, record: 'c' });
});

test('takes the later given of two results at the same time as the baseline, and the first given as the worst', () => {
  const [before, after] = [
    { at: 2, isAfter: false },
    { at: 4, isAfter: true },
  ];
  const course = [
    { key: 'a', grade: 2, ...before },
    { key: 'b', grade: 1, ...before },
    { key: 'c', grade: 3, ...after },
    { key: 'd', grade: 3, ...after },
  ].reduce<GradeCourse>(withGrade, noGrades);
  expect(course).toMatchObject({ baseline: 1, baselineAt: 2, worst: 3, worstAt: 4, record: 'c' });
});

test('has no baseline or worst grade without a grade on that side', () => {
  expect(results.slice(0, 2).reduce<GradeCourse>(withGrade, noGrades)).toMatchObject({ worst: null, record: null });
  expect(results.slice(2).reduce<GradeCourse>(withGrade, noGrades)).toMatchObject({ baseline: null });
});

test('takes the higher of the two grades of a result, with its direction', () => {
  expect([signedGrade(null, null), signedGrade(0, null), signedGrade(2, 0), signedGrade(0, 3), signedGrade(null, 1)]).toEqual([
    null,
    0,
    -2,
    3,
    1,
  ]);
  expect([signedGrade(null, 0), signedGrade(1, null), signedGrade(2, 2)]).toEqual([0, -1, 2]);
  expect([isSevere(null), isSevere(2), isSevere(3), isSevere(-4)]).toEqual([false, false, true, true]);
});
