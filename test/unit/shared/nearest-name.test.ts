import { expect, test } from 'vitest';
import { nearestName } from '../../../src/shared/nearest-name.ts';

test.each([
  ['labs', 'labs'],
  ['LABS', 'labs'],
  ['lbas', 'labs'],
  ['medication', 'medications'],
  ['med', 'medications'],
  ['vitls', 'vitals'],
  ['vital', 'vitals'],
  // Two changes are near enough in a short name, three are not.
  ['la', 'labs'],
  ['l', null],
  ['xyz', null],
  ['subjectz', 'subjects'],
  ['sbjcts', 'subjects'],
])('nearest to %s is %s', (typed, nearest) => {
  expect(nearestName(typed, ['labs', 'medications', 'vitals', 'subjects'])).toBe(nearest);
});

test('of several equally near, the first', () => {
  expect(nearestName('cat', ['bat', 'hat'])).toBe('bat');
});

test.each([
  ['abcdefwxyz', 'abcdefghij'],
  ['abcdevwxyz', null],
])('a third of the characters may differ: %s', (typed, nearest) => {
  expect(nearestName(typed, ['abcdefghij'])).toBe(nearest);
});

test('a beginning of three characters counts as one change', () => {
  expect(nearestName('med', ['medications', 'mad'])).toBe('medications');
  expect(nearestName('me', ['medications', 'mad'])).toBe('mad');
});

test('of no name, none', () => {
  expect(nearestName('labs', [])).toBeNull();
});
