/*
 * Whose memory it is. Bytes may lie beside others in one block of memory (Node's pool, the chunks of a stream), and giving that back
 * or handing it over empties all of them. So it is only done with bytes that have a block to themselves: those that are the whole of
 * it, and those for which `claimBlock` said so. Who gives bytes away keeps no part of them.
 */

/** Bytes: from here on it is worth while to give memory back at once, and not to hold it twice. */
export const LARGE = 4 * 1024 * 1024;

/** How many bytes of a block are used, from its beginning, where that is not all of it. */
const claimed = new WeakMap<ArrayBufferLike, number>();

/** Says that nothing else in their block is used, or will be: of one that was made too large, or came with a message. */
export function claimBlock<T extends Uint8Array>(bytes: T): T {
  if (bytes.byteOffset === 0) claimed.set(bytes.buffer, bytes.byteLength);
  return bytes;
}

/** The block that bytes have to themselves; null where others may lie beside them. */
export function blockOf({ buffer, byteOffset, byteLength }: Uint8Array): ArrayBuffer | null {
  const used = claimed.get(buffer) ?? buffer.byteLength;
  return buffer instanceof ArrayBuffer && byteOffset === 0 && byteLength === used ? buffer : null;
}

/**
 * Gives back the memory of bytes at once, which garbage collection does when it pleases. They are empty from then on; those that may
 * lie beside others are left alone.
 */
export function freeBytes(bytes: Uint8Array): void {
  blockOf(bytes)?.transfer(0);
}

/** Whether bytes are so many that their memory is worth giving back. */
export function isLarge({ byteLength }: Pick<Uint8Array, 'byteLength'>): boolean {
  return byteLength > LARGE;
}
