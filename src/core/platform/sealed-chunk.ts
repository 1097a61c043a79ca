import { createCipheriv, createDecipheriv } from 'node:crypto';

/** Bytes that a sealed chunk is longer than its content. */
export const tagBytes = 16;
const nonceBytes = 12;

/*
 * AES-256-GCM under a key of one file alone, so that a chunk's number can be its nonce. The nonce's last byte says whether it is the last
 * chunk, where a file's length is not known otherwise.
 */

/** `number`: of the chunk in its file; no two chunks of a file have the same. */
export function sealChunk(key: Buffer, number: number, last: boolean, plain: Uint8Array): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number, last), { authTagLength: tagBytes });
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** The content; throws what Node throws where it is not the chunk that was sealed as this one. */
export function openChunk(key: Buffer, number: number, last: boolean, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number, last), { authTagLength: tagBytes });
  decipher.setAuthTag(sealed.subarray(-tagBytes));
  const plain = decipher.update(sealed.subarray(0, -tagBytes));
  // The cipher holds nothing back: this only looks at the tag.
  decipher.final();
  return plain;
}

function nonceOf(number: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(nonceBytes);
  nonce.writeUIntBE(number, nonceBytes - 7, 6);
  nonce.writeUInt8(Number(last), nonceBytes - 1);
  return nonce;
}
