import { expect, test } from 'vitest';
import { cellOf } from '../../../../src/renderer/data/table/layout.ts';
import { lastKnown } from '../../../../src/renderer/record/inspector/last-known.ts';
import { undescribedWords } from '../../../../src/renderer/record/grid/undescribed.ts';
import type { Change } from '../../../../src/shared/contract.ts';
import { datasets } from '../../../../src/shared/datasets/datasets.ts';

const undescribed = JSON.stringify([{ path: 'extension[#Site]', value: '{"url":"https://example.org#Site","valueString":"left arm"}' }]);
const vanished: Change = {
  dataset: 'labs',
  key: 'a',
  subject: '0012',
  kind: 'vanished',
  generation: 3,
  at: '2026-05-14T12:05:00.000Z',
  fields: [
    { column: 'subject', before: '0012', after: null },
    { column: 'test', before: 'ALT (SGPT)', after: null },
    { column: '_undescribed', before: undescribed, after: null },
  ],
};

test('a vanished record is reconstructed from the ledger', () => {
  const known = lastKnown(datasets.labs, 'a', [vanished, { ...vanished, kind: 'new', generation: 1, fields: [] }]);
  expect(known).toMatchObject({ generation: 3, at: vanished.at, row: { key: 'a' } });
  expect(known?.row.cells).toHaveLength(datasets.labs.columns.length);
  expect(['subject', 'test', 'result'].map((name) => cellOf(datasets.labs, known?.row ?? null, name))).toEqual([
    '0012',
    'ALT (SGPT)',
    null,
  ]);
  expect(known?.undescribed.map(({ path }) => path)).toEqual(['extension[#Site]']);
});

test('a record that came back or never changed has no last known content', () => {
  expect(lastKnown(datasets.labs, 'a', [{ ...vanished, kind: 'new', generation: 4, fields: [] }, vanished])).toBeNull();
  expect(lastKnown(datasets.labs, 'a', [])).toBeNull();
});

test('undescribed values are shown in words, not as JSON', () => {
  expect(undescribedWords(undescribed)).toBe('Site: left arm');
  expect([undescribedWords(null), undescribedWords('no list'), undescribedWords('{}')]).toEqual([null, null, null]);
});
