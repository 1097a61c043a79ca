import { describe, expect, test } from 'vitest';
import { guardText } from '../../../src/shared/formula-guard.ts';
import { beforeSigns, formulasBehind } from './hostile-formulas.ts';

describe('a text that a spreadsheet might run', () => {
  test.each(beforeSigns)('gets an apostrophe whatever invisible stands before its sign: %j', (start) => {
    for (const formula of formulasBehind(start)) expect(guardText(formula)).toBe(`'${formula}`);
  });

  test.each(['\t1', '\rx', '\nx'])('gets one where a cell would break off: %j', (text) => {
    expect(guardText(text)).toBe(`'${text}`);
  });

  test.each(['-1', '+0.5', '-.5', '12', 'a=b', ' a', '< 5', '1 - 2', '\u200bplain', "'=1", '', ' '])('%j stays as it is', (text) => {
    expect(guardText(text)).toBe(text);
  });

  test('a long run of white space is read in no time', () => {
    const before = process.threadCpuUsage();
    guardText(`${' \u200b'.repeat(500_000)}x`);
    // Microseconds of the processor's time; the square of so many steps takes hours.
    expect(process.threadCpuUsage(before).user).toBeLessThan(2_000_000);
  });
});
