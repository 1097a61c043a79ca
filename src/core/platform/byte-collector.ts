import { claimBlock, freeBytes, LARGE } from './memory.ts';

/** A full block is moved to one this many times its size. Untouched memory costs nothing. */
const GROWTH = 4;

/**
 * Joins bytes that arrive in pieces: small totals at the end, which is fast; large ones as they arrive, so that they are never held twice.
 */
export class ByteCollector {
  #pieces: Buffer[] = [];
  #block: Buffer | null = null;
  #length = 0;

  /** `expected`: the number of bytes that will arrive, if known. */
  constructor(expected = 0) {
    if (expected > LARGE) this.#block = Buffer.allocUnsafeSlow(expected);
  }

  get length(): number {
    return this.#length;
  }

  /** Takes ownership of the piece. */
  add(piece: Buffer): void {
    const from = this.#length;
    this.#length += piece.length;
    if (this.#block === null && this.#length <= LARGE) {
      this.#pieces.push(piece);
      return;
    }
    piece.copy(this.#blockFor(this.#length), from);
    freeBytes(piece);
  }

  /** Returns all bytes and gives up ownership; a large result has its own block of memory. */
  take(): Buffer {
    const [first] = this.#pieces;
    const whole =
      this.#block !== null
        ? claimBlock(this.#block.subarray(0, this.#length))
        : first !== undefined && this.#pieces.length === 1
          ? first
          : Buffer.concat(this.#pieces, this.#length);
    this.#block = null;
    this.discard();
    return whole;
  }

  discard(): void {
    if (this.#block !== null) freeBytes(this.#block);
    this.#pieces = [];
    this.#block = null;
    this.#length = 0;
  }

  #blockFor(length: number): Buffer {
    const before = this.#block;
    if (before !== null && before.length >= length) return before;
    const block = Buffer.allocUnsafeSlow(Math.max(length, (before?.length ?? LARGE) * GROWTH));
    if (before !== null) {
      before.copy(block);
      freeBytes(before);
    }
    let at = 0;
    for (const piece of this.#pieces) at += piece.copy(block, at);
    this.#pieces = [];
    this.#block = block;
    return block;
  }
}
