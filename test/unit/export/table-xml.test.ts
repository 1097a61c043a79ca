import { expect, test } from 'vitest';
import { tableName, tableXml } from '../../../src/core/export/xlsx/table-xml.ts';

test.each([
  ['equal except for letter case', ['Result', 'RESULT']],
  ['empty', ['Result', '']],
  ['written with a line break', ['Result\n(mg/dL)']],
  ['longer than 255 characters', ['x'.repeat(256)]],
])('makes no table of headings that are %s, which spreadsheet programs would report as damage', (_, headings) => {
  expect(tableXml('labs', 1, headings, 3)).toBeNull();
});

test('names table columns exactly as the headings of the sheet', () => {
  expect(tableXml('labs', 2, ['A & "B" <mg/dL> _x0041_', 'C'], 3)).toContain(
    '<tableColumn id="1" name="A &amp; &quot;B&quot; &lt;mg/dL&gt; _x005F_x0041_"/>',
  );
});

test('names a table with underscores and numbers the parts of a continued one', () => {
  expect([tableName('labs', 0), tableName('labs', 1), tableName('out-of-range', 0)]).toEqual(['labs', 'labs_part_2', 'out_of_range']);
});
