import { describe, expect, test } from 'vitest';
import { guardText } from '../../../src/shared/formula-guard.ts';
import { beforeSigns, formulasBehind } from './hostile-formulas.ts';

describe('a text that a spreadsheet might run', () => {
  test.each(beforeSigns)('gets an apostrophe, whatever invisible characters precede its sign: %j', (start) => {
    for (const formula of formulasBehind(start)) expect(guardText(formula)).toBe(`'${formula}`);
  });

  test.each(['\t1', '\rx', '\nx'])('gets one if it starts with a tab or line break: %j', (text) => {
    expect(guardText(text)).toBe(`'${text}`);
  });

  test.each(['-1', '+0.5', '-.5', '12', 'a=b', ' a', '< 5', '1 - 2', '\u200bplain', "'=1", '', ' '])(
    'is not: %j stays unchanged',
    (text) => {
      expect(guardText(text)).toBe(text);
    },
  );

  test('is not searched in quadratic time behind a long run of white space', () => {
    const before = process.threadCpuUsage();
    guardText(`${' \u200b'.repeat(500_000)}x`);
    // Microseconds of CPU time; quadratic time would take hours.
    expect(process.threadCpuUsage(before).user).toBeLessThan(2_000_000);
  });
});
