import { describe, expect, test } from 'vitest';
import { guardText } from '../../../src/shared/formula-guard.ts';

const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
const before = ['', ' ', '   ', '\t', '\r', '\n', '\u000b', '\u0000', '\u001b', '\u007f', '\u00a0', '\u00ad', '\u2003', '\u2028', '\u3000'];
const invisible = ['\u200b', '\u200c', '\u200e', '\u202e', '\u2066', '\u2060', '\ufeff', '\u{e0001}', ' \u200b '];

describe('a text that a spreadsheet might run', () => {
  test.each([...before, ...invisible])('gets an apostrophe whatever invisible stands before its sign: %j', (start) => {
    for (const sign of signs) expect(guardText(`${start}${sign}cmd|' /C calc'!A0`)).toBe(`'${start}${sign}cmd|' /C calc'!A0`);
  });

  test.each(['\t1', '\rx', '\nx'])('gets one where a cell would break off: %j', (text) => {
    expect(guardText(text)).toBe(`'${text}`);
  });

  test.each(['-1', '+0.5', '-.5', '12', 'a=b', ' a', '< 5', '1 - 2', '\u200bplain', "'=1", '', ' '])('%j stays as it is', (text) => {
    expect(guardText(text)).toBe(text);
  });

  test('a long run of white space is read in no time', () => {
    const started = performance.now();
    guardText(`${' \u200b'.repeat(500_000)}x`);
    expect(performance.now() - started).toBeLessThan(2000);
  });
});
