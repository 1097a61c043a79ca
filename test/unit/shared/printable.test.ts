import { expect, test } from 'vitest';
import { printable } from '../../../src/shared/printable.ts';

test('characters that control a terminal, break a line or change the text direction become question marks', () => {
  expect(printable('a\u001b[31m\r\n\u0085\u2028\u2029b')).toBe('a?[31m?????b');
  expect(printable('x\u061c\u200e\u200f\u202a\u202e\u2066\u2069y')).toBe('x???????y');
  expect(printable('Größe 👩🏽 – 3 µg')).toBe('Größe 👩🏽 – 3 µg');
});
