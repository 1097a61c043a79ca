import { expect, test } from 'vitest';
import { isSevere, noGrades, signedGrade, withGrade, type GradeCourse } from '../../../src/shared/derive/grade-course.ts';

const results = [
  { key: 'a', at: 1, isAfter: false, grade: 2 },
  { key: 'b', at: 2, isAfter: false, grade: 1 },
  { key: 'c', at: 3, isAfter: true, grade: 3 },
  { key: 'd', at: 4, isAfter: true, grade: 3 },
  { key: 'e', at: 5, isAfter: true, grade: 0 },
];

test('the baseline is the last grade before, the worst the first of the highest after, in whatever order they come', () => {
  for (const order of [results, results.toReversed()])
    expect(order.reduce<GradeCourse>(withGrade, noGrades)).toMatchObject({ baseline: 1, worst: 3, record: 'c' });
});

test('without a grade on one side there is none of it', () => {
  expect(results.slice(0, 2).reduce<GradeCourse>(withGrade, noGrades)).toMatchObject({ worst: null, record: null });
  expect(results.slice(2).reduce<GradeCourse>(withGrade, noGrades)).toMatchObject({ baseline: null });
});

test('a result has the higher of its two grades, with its direction', () => {
  expect([signedGrade(null, null), signedGrade(0, null), signedGrade(2, 0), signedGrade(0, 3), signedGrade(null, 1)]).toEqual([
    null,
    0,
    -2,
    3,
    1,
  ]);
  expect([isSevere(null), isSevere(2), isSevere(3), isSevere(-4)]).toEqual([false, false, true, true]);
});
