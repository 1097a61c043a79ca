import { expect, test } from 'vitest';
import { guardedLines } from '../../../src/renderer/tasks/copying/marked-records.ts';

test('guards each cell of copied lines against formulas, and keeps lines, tabs and numbers', () => {
  expect(guardedLines('0005\t=1+End\t-3.5\r\n+cmd\tplain\n\n@x')).toBe("0005\t'=1+End\t-3.5\r\n'+cmd\tplain\n\n'@x");
});
