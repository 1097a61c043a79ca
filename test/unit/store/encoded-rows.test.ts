import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ExtractedRow } from '../../../src/core/extract/extractor.ts';
import { layoutOf } from '../../../src/core/store/database/layout.ts';
import { storableRow, encodeRows, decodeRows } from '../../../src/core/store/pages/encoded-rows.ts';
import { labs } from './trial-study.ts';

const layout = layoutOf(labs);
const width = layout.own.places.length + layout.shared.places.length;
const cell = fc.constantFrom(null, '', 'a', 'b', 1, 2.5);

test('rows are decoded as they were encoded, with each combination stored once', () => {
  const row = fc.record({
    key: fc.string(),
    cells: fc.array(cell, { minLength: width, maxLength: width }),
    undescribed: fc.option(fc.string()),
    hash: fc.uint8Array({ minLength: 16, maxLength: 16 }).map((bytes) => Buffer.from(bytes)),
  });
  fc.assert(
    fc.property(fc.array(row), (rows: ExtractedRow[]) => {
      const encoded = encodeRows(layout, rows);
      // What another thread receives.
      const decoded = [...decodeRows(structuredClone(encoded))].map(({ hash, ...rest }) => ({
        ...rest,
        hash: Buffer.from(hash).toString('hex'),
      }));
      expect(decoded).toEqual(rows.map((each) => ({ ...storableRow(layout, each), hash: each.hash.toString('hex') })));
      expect(new Set(encoded.combinations.map((each) => JSON.stringify(each))).size).toBe(encoded.combinations.length);
    }),
  );
});
