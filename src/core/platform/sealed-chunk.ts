import { createCipheriv, createDecipheriv } from 'node:crypto';

/** Bytes by which a sealed chunk is longer than its content. */
export const tagBytes = 16;
const nonceBytes = 12;

/*
 * AES-256-GCM under a key used for a single file, so that a chunk's number can be its nonce. The nonce's last byte marks the last chunk,
 * for files whose length is not known otherwise.
 */

/** `number`: of the chunk in its file; unique within a file. */
export function sealChunk(key: Buffer, number: number, last: boolean, plain: Uint8Array): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number, last), { authTagLength: tagBytes });
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** Returns the content. Throws Node's error if it is not the chunk that was sealed with these parameters. */
export function openChunk(key: Buffer, number: number, last: boolean, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number, last), { authTagLength: tagBytes });
  decipher.setAuthTag(sealed.subarray(-tagBytes));
  const plain = decipher.update(sealed.subarray(0, -tagBytes));
  // The cipher buffers nothing: this only verifies the tag.
  decipher.final();
  return plain;
}

function nonceOf(number: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(nonceBytes);
  nonce.writeUIntBE(number, nonceBytes - 7, 6);
  nonce.writeUInt8(Number(last), nonceBytes - 1);
  return nonce;
}
