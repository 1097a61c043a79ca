import { expect, test } from 'vitest';
import { leftOutOf } from '../../../src/renderer/places/changes/mark-unlisted.tsx';

const whole = { since: 3, looked: 3, subjects: null, dataset: null, kind: null };

test.each([
  [whole, []],
  [{ ...whole, since: 1 }, []],
  [{ ...whole, since: 4 }, ['earlier passes']],
  [{ ...whole, subjects: ['0012'] }, ['other subjects']],
  [{ ...whole, dataset: 'labs' as const, kind: 'new' as const }, ['other datasets', 'other kinds of change']],
])('marking all of %j as seen also marks %j', (listed, expected) => {
  expect(leftOutOf(listed)).toEqual(expected);
});
