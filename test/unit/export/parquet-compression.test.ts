import zlib from 'node:zlib';
import { expect, test } from 'vitest';
import { compressionOf } from '../../../src/core/export/parquet/compression.ts';

const bytes = Buffer.from('0012 ALT 34 U/L\n'.repeat(1000));

test('Zstandard is used where the runtime has it, for ids too', () => {
  const { codec, compress } = compressionOf(zlib);
  expect(codec).toBe('ZSTD');
  for (const isIds of [true, false]) expect(zlib.zstdDecompressSync(compress(bytes, isIds))).toEqual(bytes);
});

test('gzip is used where it has not', () => {
  const { codec, compress } = compressionOf({});
  expect(codec).toBe('GZIP');
  expect(zlib.gunzipSync(compress(bytes, true))).toEqual(bytes);
});
