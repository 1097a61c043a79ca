/*
 * Ownership of memory. Bytes may share a block of memory with others (Node's pool, the chunks of a stream), and freeing or transferring the
 * block empties all of them. So this is only done with bytes that have their own block: those that fill it, and those passed to
 * `claimBlock`. After giving bytes away, keep no part of them.
 */

/** Bytes from which it is worthwhile to free memory immediately and not to hold data twice. */
export const LARGE = 4 * 1024 * 1024;

/** Number of used bytes from the start of a block, if it is not used completely. */
const claimed = new WeakMap<ArrayBufferLike, number>();

/** Declares that nothing else in this block is or will be used, for a block that was allocated too large or arrived with a message. */
export function claimBlock<T extends Uint8Array>(bytes: T): T {
  if (bytes.byteOffset === 0) claimed.set(bytes.buffer, bytes.byteLength);
  return bytes;
}

/** The block that bytes have to themselves; null if it may be shared. */
export function blockOf({ buffer, byteOffset, byteLength }: Uint8Array): ArrayBuffer | null {
  const used = claimed.get(buffer) ?? buffer.byteLength;
  return buffer instanceof ArrayBuffer && byteOffset === 0 && byteLength === used ? buffer : null;
}

/**
 * Frees the memory of bytes immediately, instead of waiting for garbage collection. They are empty afterwards. Bytes in a shared block are
 * left unchanged.
 */
export function freeBytes(bytes: Uint8Array): void {
  blockOf(bytes)?.transfer(0);
}

/** Whether there are enough bytes to make freeing their memory worthwhile. */
export function isLarge({ byteLength }: Pick<Uint8Array, 'byteLength'>): boolean {
  return byteLength > LARGE;
}
