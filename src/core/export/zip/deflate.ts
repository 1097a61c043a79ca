import { createDeflateRaw, createGzip } from 'node:zlib';

/** Compression level, 1 to 9: beyond 3, a workbook takes twice the time for a tenth less (docs/decisions/xlsx-writer.md). */
const level = 3;
/** Bytes passed on at a time. */
const chunkSize = 256 * 1024;

/**
 * The compressor that zip.js uses instead of the platform's `CompressionStream`, whose level cannot be chosen and which passes on 16 KiB at
 * a time. It compresses on a separate thread while the next bytes are produced.
 */
export class Deflate {
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<Uint8Array>;

  constructor(format: string) {
    const packer = format === 'gzip' ? createGzip({ level, chunkSize }) : createDeflateRaw({ level, chunkSize });
    this.readable = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          packer.on('data', (bytes: Uint8Array) => {
            controller.enqueue(bytes);
            if ((controller.desiredSize ?? 0) <= 0) packer.pause();
          });
          packer.once('end', () => controller.close());
          packer.once('error', (error) => controller.error(error));
        },
        pull: () => void packer.resume(),
        cancel: () => void packer.destroy(),
      },
      { highWaterMark: 1 },
    );
    this.writable = new WritableStream<Uint8Array>({
      write: (bytes) =>
        new Promise((resolve, reject) => {
          packer.write(bytes, (error) => (error ? reject(error) : resolve()));
        }),
      close: () =>
        new Promise((resolve) => {
          packer.end(resolve);
        }),
      // Without a reason, its readers would wait forever.
      abort: (reason: unknown) => void packer.destroy(reason instanceof Error ? reason : new Error('The compressor was aborted.')),
    });
  }
}
