import { expect, test } from 'vitest';
import { labelOfPath, shownValue, undescribedIn } from '../../../../src/renderer/record/grid/undescribed.ts';

test.each([
  ['extension[#SpecimenState]', 'SpecimenState'],
  ['code.note', 'note'],
  ['performer[].role[]', 'role'],
  ['odd', 'odd'],
])('%s is labelled %s', (path, label) => {
  expect(labelOfPath(path)).toBe(label);
});

test.each([
  ['"slightly \\u0068emolyzed"', 'slightly hemolyzed'],
  ['{"url":"https://example.org/sd#X","valueString":"slightly hemolyzed"}', 'slightly hemolyzed'],
  ['{"url":"https://example.org/sd#X","valueDecimal":1.50}', '1.50'],
  ['1.50', '1.50'],
  ['{"a":[1.50,{}]}', '{"a":[1.50,{}]}'],
])('%s is shown as %s', (json, shown) => {
  expect(shownValue(json)).toBe(shown);
});

test('reads the list kept in the ledger, and nothing from any other cell', () => {
  const list = [{ path: 'code.note', value: '"late"' }];
  expect(undescribedIn(JSON.stringify(list))).toEqual(list);
  for (const other of ['{', '7', '{}', 'null', '[null]', '[{"path":"a"}]', '[{"path":"a","value":1}]', '["a"]'])
    expect(undescribedIn(other)).toEqual([]);
  for (const cell of [null, 7, ['a']]) expect(undescribedIn(cell)).toEqual([]);
});
