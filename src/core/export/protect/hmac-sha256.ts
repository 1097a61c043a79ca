import { hash } from 'node:crypto';

/** Bytes of a block of SHA-256, and of a sum. */
const [block, sum] = [64, 32] as const;
/** Of RFC 2104. */
const [innerPad, outerPad] = [0x36, 0x5c] as const;

/**
 * HMAC-SHA256 (RFC 2104) of texts under one key, in hex. For very many short texts: two calls of the platform's hash take less than half of
 * the time of its HMAC, which makes an object for each. Throws RangeError for a key longer than a block.
 */
export function hmacSha256(key: Uint8Array): (text: string) => string {
  if (key.length > block) throw new RangeError('The key of an HMAC is longer than a block.');
  const padded = (pad: number, room: number): Buffer => {
    const bytes = Buffer.alloc(block + room, 0);
    for (let at = 0; at < block; at++) bytes[at] = (key[at] ?? 0) ^ pad;
    return bytes;
  };
  const outer = padded(outerPad, sum);
  let inner = padded(innerPad, 1024);
  return (text) => {
    // A UTF-16 unit takes three bytes at most.
    if (text.length * 3 > inner.length - block) inner = padded(innerPad, text.length * 3);
    const end = block + inner.write(text, block);
    outer.write(hash('sha256', inner.subarray(0, end), 'hex'), block, 'hex');
    return hash('sha256', outer, 'hex');
  };
}
