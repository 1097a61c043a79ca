import * as zlib from 'node:zlib';
import type { CompressionCodec } from 'hyparquet';

export interface Compression {
  readonly codec: CompressionCodec;
  /** `isIds`: the bytes are remainders of texts with common prefixes, in which only longer sequences repeat. */
  readonly compress: (bytes: Uint8Array, isIds: boolean) => Uint8Array;
}

/** Ignores matches shorter than 7 bytes: for record ids the result is a sixth smaller than at the default level, and it is faster. */
function idsParameters({ constants }: typeof zlib): zlib.ZstdOptions {
  return {
    params: {
      [constants.ZSTD_c_strategy]: constants.ZSTD_dfast,
      [constants.ZSTD_c_windowLog]: 22,
      [constants.ZSTD_c_hashLog]: 18,
      [constants.ZSTD_c_chainLog]: 6,
      [constants.ZSTD_c_minMatch]: 7,
    },
  };
}

const gzip: Compression = { codec: 'GZIP', compress: (bytes) => zlib.gzipSync(bytes, { level: 3 }) };

/** Zstandard if the runtime has it, because it reads faster and is smaller; otherwise gzip. Every reader supports both. */
export function compressionOf(runtime: Partial<typeof zlib>): Compression {
  // Electron's Node may be older than that of the command line.
  if (runtime.zstdCompressSync === undefined) return gzip;
  const ids = idsParameters(zlib);
  return { codec: 'ZSTD', compress: (bytes, isIds) => (isIds ? zlib.zstdCompressSync(bytes, ids) : zlib.zstdCompressSync(bytes)) };
}

export const compression = compressionOf(zlib);
