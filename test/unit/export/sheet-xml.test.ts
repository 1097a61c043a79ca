import { describe, expect, test } from 'vitest';
import type { WorkbookCell } from '../../../src/core/export/xlsx/cells.ts';
import { cellXml, escaped, rowXml, sheetHead, sheetTail, spanOf } from '../../../src/core/export/xlsx/sheet-xml.ts';
import { stylesXml } from '../../../src/core/export/xlsx/styles-xml.ts';

/** The number format with which a cell is shown: that of its style, by its own code or the number of a built-in one. */
function formatOf(cell: WorkbookCell): string | undefined {
  const style = Number(/ s="(\d+)"/.exec(cellXml(cell))?.[1] ?? 0);
  const [, formats = ''] = /<cellXfs[^>]*>(.*)<\/cellXfs>/.exec(stylesXml) ?? [];
  const number = [...formats.matchAll(/<xf numFmtId="(\d+)"/g)][style]?.[1];
  return new RegExp(`numFmtId="${String(number)}" formatCode="([^"]+)"`).exec(stylesXml)?.[1] ?? number;
}

test.each<[string, WorkbookCell, string]>([
  ['a day', { kind: 'date', serial: 45659, time: false }, String.raw`yyyy\-mm\-dd`],
  ['a day with a time', { kind: 'date', serial: 45659.5, time: true }, String.raw`yyyy\-mm\-dd\ hh:mm:ss`],
  ['a text', { kind: 'text', text: '0012' }, '49'],
  ['a number', { kind: 'number', digits: '12' }, '0'],
])('%s is shown in its own format', (_what, cell, format) => {
  expect(formatOf(cell)).toBe(format);
});

describe('a text in a cell', () => {
  test.each([
    ['plain', '<t>plain</t>'],
    [' before', '<t xml:space="preserve"> before</t>'],
    ['after ', '<t xml:space="preserve">after </t>'],
    ['a < b & "c"', '<t>a &lt; b &amp; "c"</t>'],
    ['a\r', '<t xml:space="preserve">a_x000D_</t>'],
    ['a  b', '<t xml:space="preserve">a  b</t>'],
    ['a\tb', '<t xml:space="preserve">a\tb</t>'],
    ['a b', '<t>a b</t>'],
    ['a\nb > c', '<t xml:space="preserve">a\nb &gt; c</t>'],
    ['_X00AF_ _x00G1_ _x041_', '<t>_x005F_X00AF_ _x00G1_ _x041_</t>'],
    ['_x0041_ a_b', '<t>_x005F_x0041_ a_b</t>'],
  ])('%j keeps its spaces and its signs', (text, xml) => {
    expect(cellXml({ kind: 'text', text })).toContain(xml);
  });
});

test('a row leaves out empty cells and leading ones, and its references go on after Z', () => {
  const columns = Array.from({ length: 28 }, () => ({
    heading: '',
    width: 10,
    write: (cell: string | number | null) => (cell === null ? '' : `>${String(cell)}</c>`),
  }));
  const row = ['skipped', 'first', ...Array.from({ length: 25 }, () => null), 'AA', 'AB'];
  expect(rowXml(7, row, columns, 1)).toBe('<row r="7"><c r="A7">first</c><c r="AA7">AA</c><c r="AB7">AB</c></row>');
});

test('a sheet spans its header and its rows, with a filter of its own unless a table has one', () => {
  const columns = ['Subject', 'Result'].map((heading) => ({ heading, width: 12, write: () => '' }));
  expect(sheetHead(columns, 3)).toContain('<dimension ref="A1:B4"/>');
  expect(sheetHead(columns, 3)).toMatch(/<row r="1"><c r="A1" s="1".*Subject.*<c r="B1" s="1".*Result.*<\/row>$/);
  expect(sheetTail(2, 3, false)).toContain('<autoFilter ref="A1:B4"/>');
  expect(sheetTail(2, 3, false)).not.toContain('tablePart');
  expect(sheetTail(2, 3, true)).toContain('<tablePart r:id="rId1"/>');
  expect(sheetTail(2, 3, true)).not.toContain('autoFilter');
});

test.each([
  [1, 'A1:A3'],
  [26, 'A1:Z3'],
  [27, 'A1:AA3'],
  [52, 'A1:AZ3'],
  [53, 'A1:BA3'],
  [702, 'A1:ZZ3'],
  [703, 'A1:AAA3'],
  [16_384, 'A1:XFD3'],
])('%i columns and two rows span %s', (columns, span) => {
  expect(spanOf(columns, 2)).toBe(span);
});

test('each sign of XML is escaped, and a text without any is itself', () => {
  expect(escaped('&<>')).toBe('&amp;&lt;&gt;');
  expect(escaped('"a"')).toBe('"a"');
});

test('columns have their widths by their numbers', () => {
  const columns = [12, 30].map((width) => ({ heading: 'x', width, write: () => '' }));
  expect(sheetHead(columns, 0)).toContain(
    '<cols><col min="1" max="1" width="12" customWidth="1"/><col min="2" max="2" width="30" customWidth="1"/></cols>',
  );
});
