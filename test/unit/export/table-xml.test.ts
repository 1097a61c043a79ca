import { expect, test } from 'vitest';
import { tableName, tableXml } from '../../../src/core/export/xlsx/table-xml.ts';

test.each([
  ['equal except for letter case', ['Result', 'RESULT']],
  ['empty', ['Result', '']],
  ['written with a line break', ['Result\n(mg/dL)']],
  ['written with a control character', ['Result\u007f']],
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

test('makes a table of rows only, over the headings and all rows', () => {
  expect(tableXml('labs', 1, ['Result'], 0)).toBeNull();
  const heading = 'x'.repeat(255);
  const xml = tableXml('labs', 3, [heading, 'Result'], 1);
  expect(xml).toContain(' id="3" name="labs" displayName="labs" ref="A1:B2" totalsRowShown="0"><autoFilter ref="A1:B2"/>');
  expect(xml).toContain(
    `<tableColumns count="2"><tableColumn id="1" name="${heading}"/><tableColumn id="2" name="Result"/></tableColumns>`,
  );
});
