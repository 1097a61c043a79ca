import { describe, expect, test } from 'vitest';
import { worstOf } from '../../../src/shared/derive/liver-screening.ts';

const none = { ALT: null, AST: null, BILI: null, ALP: null };
const peak = (times: number, beyond: -1 | 0 | 1 = 0) => ({ times, beyond });

describe('the worst liver value of a subject', () => {
  test.each([
    ['nothing with a limit', none, null],
    ['the highest of the three', { ...none, ALT: peak(1.2), AST: peak(4.9), BILI: peak(2) }, { ...peak(4.9), code: 'AST' }],
    ['the first of equal peaks', { ...none, ALT: peak(2), BILI: peak(2) }, { ...peak(2), code: 'ALT' }],
    ['never ALP', { ...none, ALT: peak(1), ALP: peak(9) }, { ...peak(1), code: 'ALT' }],
    ['a value above a bound unchanged', { ...none, ALT: peak(25, 1), AST: peak(4) }, { ...peak(25, 1), code: 'ALT' }],
    ['a value below a bound only if there is no other', { ...none, ALT: peak(3, -1), AST: peak(1) }, { ...peak(1), code: 'AST' }],
    ['a value below a bound if it is the only one', { ...none, ALT: peak(0.2, -1) }, { ...peak(0.2, -1), code: 'ALT' }],
  ] as const)('%s', (_what, peaks, worst) => {
    expect(worstOf(peaks)).toEqual(worst);
  });
});
