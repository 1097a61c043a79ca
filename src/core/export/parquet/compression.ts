import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import type { CompressionCodec } from 'hyparquet';

export interface Compression {
  readonly codec: CompressionCodec;
  /** `areIds`: what is left of texts that begin alike, of which nothing but a longer piece comes again. */
  readonly compress: (bytes: Uint8Array, areIds: boolean) => Uint8Array;
  /** The same, on a thread that is not the caller's. */
  readonly compressLater: (bytes: Uint8Array, areIds: boolean) => Promise<Uint8Array>;
}

/** Looks for nothing shorter than 7 bytes: of record ids it leaves a sixth less than the usual level does, and is faster. */
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

const gzipParameters = { level: 3 };

const gzip: Compression = {
  codec: 'GZIP',
  compress: (bytes) => zlib.gzipSync(bytes, gzipParameters),
  compressLater: async (bytes) => promisify(zlib.gzip)(bytes, gzipParameters),
};

/** Zstandard where the runtime has it, which reads faster and is smaller; else gzip. Every reader knows both. */
export function compressionOf(runtime: Partial<typeof zlib>): Compression {
  // Electron's Node may be older than the one of the command line.
  if (runtime.zstdCompressSync === undefined) return gzip;
  const ids = idsParameters(zlib);
  const parametersOf = (bytes: Uint8Array, areIds: boolean): zlib.ZstdOptions => ({
    ...(areIds ? ids : {}),
    chunkSize: roomFor(bytes),
    // Which is said of itself where it is compressed at once.
    pledgedSrcSize: bytes.length,
  });
  return {
    codec: 'ZSTD',
    compress: (bytes, areIds) => zlib.zstdCompressSync(bytes, parametersOf(bytes, areIds)),
    compressLater: async (bytes, areIds) => promisify(zlib.zstdCompress)(bytes, parametersOf(bytes, areIds)),
  };
}

/** Bytes that Zstandard needs at most for so many, so that it is called once: as its `ZSTD_COMPRESSBOUND` says. */
function roomFor({ length }: Uint8Array): number {
  return length + (length >> 8) + 1024;
}

export const compression = compressionOf(zlib);
