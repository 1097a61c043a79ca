import { expect, test } from 'vitest';
import { lesionWords, otherLesions } from '../../../src/shared/derive/lesions.ts';

test.each([
  ['the same lesions', ['T1', 'T2'], ['T2', 'T1'], null],
  ['lesions of which one sum names none', ['T1'], null, null],
  ['fewer lesions', ['T1'], ['T1', 'T2'], '1 of 2 lesions'],
  ['none of the lesions', [], ['T1'], '0 of 1 lesion'],
  ['one more lesion', ['T1', 'T2', 'T3'], ['T1', 'T2'], '2 of 2 lesions and 1 other'],
  ['other lesions', ['T3', 'T4'], ['T1'], '0 of 1 lesion and 2 others'],
])('sums of %s: %j compared with %j', (_what, own, earlier, says) => {
  const others = otherLesions(own, earlier);
  expect(others === null ? null : lesionWords(others)).toBe(says);
});
