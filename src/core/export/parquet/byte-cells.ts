import { doNearlyAllDiffer, none, type GatheredCells } from './gathered-cells.ts';
import { Texts } from './texts.ts';

/** Gathers texts that arrive as bytes. A text becomes a JavaScript string only on request. */
export class ByteCells implements GatheredCells {
  readonly entryOf: Int32Array;
  readonly texts = new Texts();
  areDistinct = true;
  #rows = 0;
  #last = none;
  /** Entry number plus 1 by hash, 0 for an empty slot. Open addressing; the length is a power of two, and at most half is used. */
  #slots = new Int32Array(1024);
  /** Hash of each entry. */
  #hashes = new Int32Array(512);

  constructor(rows: number) {
    this.entryOf = new Int32Array(rows);
  }

  get entries(): number {
    return this.texts.count;
  }

  cell = (entry: number): string => this.texts.text(entry);

  addNone(): void {
    this.#addRow(none);
  }

  /** Adds the text that begins at `from` and ends before the first byte of at least `mark`, or at the end of the bytes. Returns its end. */
  add(bytes: Uint8Array, from: number, mark: number): number {
    if (!this.areDistinct) {
      this.entryOf[this.#rows++] = this.entries;
      return this.texts.addUntil(bytes, from, mark);
    }
    if (this.#last !== none) {
      // Consecutive rows often have the same text.
      const end = endOfSame(this.texts, this.#last, bytes, from);
      if (end !== none && (end === bytes.length || (bytes[end] ?? mark) >= mark)) {
        this.#addRow(this.#last);
        return end;
      }
    }
    const { length } = bytes;
    let [at, hash] = [from, 0];
    for (; at < length; at++) {
      const byte = bytes[at] ?? mark;
      if (byte >= mark) break;
      hash = Math.imul(hash ^ byte, 0x01000193);
    }
    this.#last = this.#entry(hash ^ (hash >>> 15), bytes, from, at);
    this.#addRow(this.#last);
    return at;
  }

  clear(): void {
    this.texts.clear();
    this.#slots.fill(0);
    this.#rows = 0;
    this.#last = none;
    this.areDistinct = true;
  }

  #addRow(entry: number): void {
    this.entryOf[this.#rows++] = entry;
    if (doNearlyAllDiffer(this.#rows, this.entries)) this.areDistinct = false;
  }

  /** Returns the entry of a text, which is added if it is new. */
  #entry(hash: number, bytes: Uint8Array, from: number, to: number): number {
    const { texts } = this;
    let slot = this.#slotFrom(hash);
    for (let held = this.#slots[slot] ?? 0; held > 0; held = this.#slots[slot] ?? 0) {
      const entry = held - 1;
      const isSame =
        this.#hashes[entry] === hash && texts.end(entry) - texts.start(entry) === to - from && endOfSame(texts, entry, bytes, from) === to;
      if (isSame) return entry;
      slot = (slot + 1) & (this.#slots.length - 1);
    }
    const entry = texts.addBytes(bytes, from, to);
    this.#slots[slot] = entry + 1;
    this.#hashes[entry] = hash;
    if (texts.count === this.#hashes.length) this.#grow();
    return entry;
  }

  #slotFrom(hash: number): number {
    return hash & (this.#slots.length - 1);
  }

  #grow(): void {
    const hashes = new Int32Array(this.#hashes.length * 2);
    hashes.set(this.#hashes);
    this.#hashes = hashes;
    this.#slots = new Int32Array(hashes.length * 2);
    for (let entry = 0; entry < this.entries; entry++) {
      let slot = this.#slotFrom(hashes[entry] ?? 0);
      while (this.#slots[slot] !== 0) slot = (slot + 1) & (this.#slots.length - 1);
      this.#slots[slot] = entry + 1;
    }
  }
}

/** Returns where an entry ends if the bytes from `from` match it; otherwise `none`. */
function endOfSame(texts: Texts, entry: number, bytes: Uint8Array, from: number): number {
  const { bytes: known } = texts;
  const end = texts.end(entry);
  let at = from;
  for (let same = texts.start(entry); same < end; same++, at++) if (bytes[at] !== known[same]) return none;
  return at;
}
