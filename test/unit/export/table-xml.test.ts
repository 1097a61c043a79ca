import { expect, test } from 'vitest';
import { tableName, tableXml } from '../../../src/core/export/xlsx/table-xml.ts';

test.each([
  ['the same in upper and lower case', ['Result', 'RESULT']],
  ['empty', ['Result', '']],
  ['with a line end', ['Result\n(mg/dL)']],
  ['of more than 255 characters', ['x'.repeat(256)]],
])('headings that are %s are no columns of a table: spreadsheet programs would tell them as damage', (_, headings) => {
  expect(tableXml('labs', 1, headings, 3)).toBeNull();
});

test('headings stand in it as they stand in the sheet', () => {
  expect(tableXml('labs', 2, ['A & "B" <mg/dL> _x0041_', 'C'], 3)).toContain(
    '<tableColumn id="1" name="A &amp; &quot;B&quot; &lt;mg/dL&gt; _x005F_x0041_"/>',
  );
});

test('a name is never a place in a sheet, and tells the parts of a table that goes on', () => {
  expect([tableName('labs', 0), tableName('labs', 1), tableName('out-of-range', 0)]).toEqual(['labs', 'labs_part_2', 'out_of_range']);
});
