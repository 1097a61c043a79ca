/** Bytes of a key's hash: the first 16 of its SHA-256. */
export const KEY_HASH_BYTES = 16;
const WORDS = KEY_HASH_BYTES / 4;

/**
 * A set of 16-byte hashes in one typed array: a million take 33 MB, several times less than a Set of strings. The hashes are random, so
 * part of each serves as the start of the probe.
 */
export class KeySet {
  readonly #slots: Uint32Array;
  readonly #mask: number;
  #size = 0;
  #hasZero = false;

  /** `capacity`: the largest number of hashes that will be added. */
  constructor(capacity: number) {
    let slots = 16;
    while (slots < capacity * 1.5) slots *= 2;
    this.#slots = new Uint32Array(slots * WORDS);
    this.#mask = slots - 1;
  }

  get size(): number {
    return this.#size;
  }

  /** Adds the hash at `offset`. Returns false if it was already present. */
  add(hashes: Buffer, offset = 0): boolean {
    const at = this.#find(hashes, offset);
    if (at === -1) {
      if (this.#hasZero) return false;
      this.#hasZero = true;
    } else {
      if (!this.#isFree(at)) return false;
      for (let word = 0; word < WORDS; word++) this.#slots[at + word] = hashes.readUInt32LE(offset + word * 4);
    }
    this.#size++;
    return true;
  }

  has(hashes: Buffer, offset = 0): boolean {
    const at = this.#find(hashes, offset);
    return at === -1 ? this.#hasZero : !this.#isFree(at);
  }

  /** Returns the slot of a hash, or the free slot for it; -1 for the all-zero hash, because zeros mark free slots. */
  #find(hashes: Buffer, offset: number): number {
    const first = hashes.readUInt32LE(offset);
    const second = hashes.readUInt32LE(offset + 4);
    const third = hashes.readUInt32LE(offset + 8);
    const fourth = hashes.readUInt32LE(offset + 12);
    if ((first | second | third | fourth) === 0) return -1;
    for (let slot = first & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const at = slot * WORDS;
      if (this.#isFree(at)) return at;
      if (this.#slots[at] === first && this.#slots[at + 1] === second && this.#slots[at + 2] === third && this.#slots[at + 3] === fourth)
        return at;
    }
  }

  #isFree(at: number): boolean {
    const slots = this.#slots;
    return ((slots[at] ?? 0) | (slots[at + 1] ?? 0) | (slots[at + 2] ?? 0) | (slots[at + 3] ?? 0)) === 0;
  }
}
