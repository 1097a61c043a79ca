import { hash } from 'node:crypto';

/** Bytes of a block of SHA-256, and of a sum. */
const [block, sum] = [64, 32] as const;
/** Of RFC 2104. */
const [innerPad, outerPad] = [0x36, 0x5c] as const;

/** Sums of messages under one key. */
export interface HmacSha256 {
  /** Room for a message of so many bytes, which is valid until the next call. */
  readonly room: (bytes: number) => Buffer;
  /** The sum of as many bytes of that room from its begin on, in Latin-1: a character a byte. */
  readonly sumOf: (bytes: number) => string;
}

/**
 * HMAC-SHA256 (RFC 2104) of very many short messages under one key: two calls of the platform's hash take less than half of the time of its
 * HMAC, which makes an object for each, and of the forms in which it tells a sum a text of Latin-1 is read fastest. Throws RangeError for a key
 * longer than a block.
 */
export function hmacSha256(key: Uint8Array): HmacSha256 {
  if (key.length > block) throw new RangeError('The key of an HMAC is longer than a block.');
  const padded = (pad: number, room: number): Buffer => {
    const bytes = Buffer.alloc(block + room, 0);
    for (let at = 0; at < block; at++) bytes[at] = (key[at] ?? 0) ^ pad;
    return bytes;
  };
  const outer = padded(outerPad, sum);
  let inner = padded(innerPad, 1024);
  let message = inner.subarray(block);
  return {
    room: (bytes) => {
      if (bytes > message.length) {
        inner = padded(innerPad, bytes);
        message = inner.subarray(block);
      }
      return message;
    },
    sumOf: (bytes) => {
      outer.write(hash('sha256', inner.subarray(0, block + bytes), 'binary'), block, 'binary');
      return hash('sha256', outer, 'binary');
    },
  };
}
