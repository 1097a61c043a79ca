import { expect, test } from 'vitest';
import { labelOfPath, shownValue, undescribedIn } from '../../../../src/renderer/record/grid/undescribed.ts';

test.each([
  ['extension[#SpecimenState]', 'SpecimenState'],
  ['code.note', 'note'],
  ['performer[].role[]', 'role'],
  ['odd', 'odd'],
])('%s is called %s', (path, label) => {
  expect(labelOfPath(path)).toBe(label);
});

test.each([
  ['"slightly \\u0068emolyzed"', 'slightly hemolyzed'],
  ['{"url":"https://example.org/sd#X","valueString":"slightly hemolyzed"}', 'slightly hemolyzed'],
  ['{"url":"https://example.org/sd#X","valueDecimal":1.50}', '1.50'],
  ['1.50', '1.50'],
  ['{"a":[1.50,{}]}', '{"a":[1.50,{}]}'],
])('%s shows as %s', (json, shown) => {
  expect(shownValue(json)).toBe(shown);
});

test('what the ledger kept is its list or nothing', () => {
  const list = [{ path: 'code.note', value: '"late"' }];
  expect(undescribedIn(JSON.stringify(list))).toEqual(list);
  for (const other of ['{', '7', '{}', 'null', '[null]', '[{"path":"a"}]', '[{"path":"a","value":1}]', '["a"]'])
    expect(undescribedIn(other)).toEqual([]);
  for (const cell of [null, 7, ['a']]) expect(undescribedIn(cell)).toEqual([]);
});
