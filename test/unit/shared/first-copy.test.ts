import { describe, expect, test } from 'vitest';
import { unchanged } from '../../../src/core/client/request-errors.ts';
import { withoutCopy } from '../../../src/shared/first-copy.ts';
import { reportOf } from '../../../src/shared/errors.ts';

describe('an error before the first mirror', () => {
  test.each([
    [`The service failed inside (status 500). ${unchanged} Try again later.`, 'The service failed inside (status 500). Try again later.'],
    ['A web page came back. The earlier copy stays. Sign in.', 'A web page came back. Sign in.'],
    ['The disk is full. Mirrored data is unchanged. Make room.', 'The disk is full. Make room.'],
    [`The packed answer is damaged. ${unchanged}`, 'The packed answer is damaged.'],
    ['The service could not be reached.', 'The service could not be reached.'],
  ])('does not mention an earlier copy: %s', (message, reported) => {
    expect(withoutCopy({ code: 'SERVER', message })).toEqual({ code: 'SERVER', message: reported });
  });

  test('does not mention one either if it is unexpected', () => {
    expect(withoutCopy(reportOf(new TypeError('x'))).message).not.toContain('mirrored');
  });
});
