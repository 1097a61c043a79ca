import { expect, test } from 'vitest';
import { Found } from '../../../src/core/extract/found.ts';

const found = (): Found => new Found({ values: [], more: [] }, 0, false);

test('a path of up to 400 characters is shown whole, a longer one by its beginning', () => {
  const short = `a${'b'.repeat(399)}`;
  const record = found();
  record.issue('wrong-type', short);
  record.issue('wrong-type', `${short}c`);
  expect(record.issues.map(({ path }) => path)).toEqual([short, `a${'b'.repeat(398)}…`]);
});

test('an issue is listed once, and those beyond a hundred together', () => {
  const record = found();
  for (let at = 0; at < 150; at++) for (let round = 0; round < 2; round++) record.issue('wrong-type', `field${String(at)}`);
  expect(record.issues).toHaveLength(101);
  expect(record.issues.slice(-2).map(({ path }) => path)).toEqual(['field99', '…']);
});

test('a value that no column shows is listed with its JSON', () => {
  const record = found();
  record.setAside('wrong-type', 'extra', { of: [1, null] });
  expect(record.undescribed).toEqual([{ path: 'extra', value: '{"of":[1,null]}' }]);
  expect(record.issues).toEqual([{ rule: 'wrong-type', path: 'extra' }]);
});
