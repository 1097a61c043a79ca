import { afterEach, expect, test, vi } from 'vitest';
import { printUnexpected } from '../../../src/core/platform/print-unexpected.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

test.each<[string, unknown, RegExp]>([
  [
    'an error with its stack',
    new RangeError('too far'),
    /^The call "rows\.page" failed unexpectedly: RangeError: too far\n {4}at .*print-unexpected\.test/,
  ],
  ['a thrown value other than an error as it is', 'gone', /^The call "rows\.page" failed unexpectedly: gone\n$/],
])('prints %s', (_, error, words) => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  printUnexpected('rows.page', error);
  expect(written).toHaveBeenCalledTimes(1);
  expect(written.mock.calls[0]?.[0]).toMatch(words);
});
