import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { digestedKind, rowDigest, rowText, settledCell, storedCell } from '../../../src/core/export/xlsx/row-digest.ts';
import { longestText } from '../../../src/core/export/xlsx/cells.ts';
import { findColumn } from '../../../src/core/query/columns.ts';
import { datasets } from '../../../src/shared/datasets/datasets.ts';

const stored = (name: string, kind: string) => storedCell(findColumn(datasets.labs, name), kind);

test('the digest is that of the sheet, the headings, their kinds and the rows, each as JSON in a line', () => {
  const digest = rowDigest({ sheet: 'LB', headings: ['Subject', '', 'a\r\nb'], kinds: ['text', 'number', 'text'] });
  digest.add(rowText(['0012', null, 5]));
  const text = '["LB"]\n["Subject",null,"a\\nb"]\n["text","number","text"]\n["0012",null,5]\n';
  expect(digest.end()).toBe(createHash('sha256').update(text).digest('hex'));
  expect(digest.end()).toBe(digest.end());
});

test('only a derived number is compared as one', () => {
  expect([digestedKind('number', 'a rule'), digestedKind('number', null), digestedKind('text', 'a rule')]).toEqual([
    'derived',
    'number',
    'text',
  ]);
});

describe('a cell that was read', () => {
  test('has every line break as a line feed, and is empty if its text is', () => {
    expect(['a\r\nb\rc\nd', '\r', '', null].map((cell) => settledCell(cell, 'text'))).toEqual(['a\nb\nc\nd', '\n', null, null]);
  });

  test('has 15 digits of a number, 7 of a derived one, and all of a whole one', () => {
    expect(settledCell(0.123456789012345678, 'number')).toBe(0.123456789012346);
    expect(settledCell(0.123456789, 'derived')).toBe(0.1234568);
    expect(settledCell(1_234_567_890, 'derived')).toBe(1_234_567_890);
    expect(settledCell(2 ** 53, 'number')).toBe(9_007_199_254_740_990);
  });

  test('is a time in milliseconds in a column of times', () => {
    expect(settledCell(46_146.25, 'datetime')).toBe(46_146.25 * 86_400_000);
    expect(settledCell(1 / 86_400_000 / 3, 'datetime')).toBe(0);
  });
});

describe('a stored cell is digested as it will be read', () => {
  test('a text without the characters that a workbook loses, or as it is', () => {
    const text = stored('result', 'text');
    expect(['0012', 'a\u0000b', 'a\r\nb', '', null].map(text)).toEqual(['0012', 'ab', 'a\nb', null, null]);
    expect(text('x'.repeat(longestText))).toBe('x'.repeat(longestText));
    expect(text('x'.repeat(longestText + 1))).toMatch(/^x+ … \[cut by Carrel\]$/);
  });

  test('a text that repeats as the same each time', () => {
    const text = stored('result', 'text');
    expect(['a\u0001', 'a\u0001', 'b\u0001'].map(text)).toEqual(['a', 'a', 'b']);
  });

  test('a number, a date and a partial date, each by its kind', () => {
    expect([stored('result_number', 'number')('5.10'), stored('result_number', 'number')('1234567890123456')]).toEqual([
      5.1,
      '1234567890123456',
    ]);
    const collected = stored('collected', 'datetime');
    expect([collected('2026-05-04T06:00:00'), collected('2026-05')]).toEqual([46_146.25 * 86_400_000, '2026-05']);
  });
});
