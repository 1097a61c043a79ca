import fc from 'fast-check';
import { ByteWriter } from 'hyparquet-writer';
import { writeRleBitPackedHybrid } from 'hyparquet-writer/src/encoding.js';
import { expect, test } from 'vitest';
import { appendHybrid } from '../../../src/core/export/parquet/hybrid.ts';

/** Values of some width, in runs of any length. */
const hybrids = fc.integer({ min: 0, max: 24 }).chain((width) =>
  fc.record({
    width: fc.constant(width),
    runs: fc.array(fc.tuple(fc.integer({ min: 0, max: 2 ** width - 1 }), fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 300 }))), {
      maxLength: 60,
    }),
  }),
);

/** What a writer holds that held something else before. */
function written(append: (writer: ByteWriter) => void): Uint8Array {
  const writer = new ByteWriter(16);
  writer.appendBytes(new Uint8Array(5000).fill(0xff));
  writer.index = 3;
  append(writer);
  writer.appendUint32(0x1234_5678);
  return writer.getBytes();
}

test('runs and packed groups are the bytes that hyparquet-writer makes, one by one', () => {
  fc.assert(
    fc.property(hybrids, ({ width, runs }) => {
      const values = Int32Array.from(runs.flatMap(([value, times]) => Array.from({ length: times }, () => value)));
      expect(written((writer) => appendHybrid(writer, values, width))).toEqual(
        written((writer) => writeRleBitPackedHybrid(writer, values, width)),
      );
    }),
  );
});

test('flags of one bit, as which rows have a value', () => {
  const flags = Uint8Array.from({ length: 1003 }, (_, row) => (row % 7 === 0 || row > 900 ? 0 : 1));
  expect(written((writer) => appendHybrid(writer, flags, 1))).toEqual(written((writer) => writeRleBitPackedHybrid(writer, flags, 1)));
});
