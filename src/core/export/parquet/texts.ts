/** Consecutive texts in UTF-8, numbered from 0. Holds up to 2 GiB; the caller must stay below that. */
export class Texts {
  bytes = Buffer.allocUnsafe(65_536);
  count = 0;
  #ends = new Int32Array(1024);

  start(at: number): number {
    return at === 0 ? 0 : (this.#ends[at - 1] ?? 0);
  }

  end(at: number): number {
    return this.#ends[at] ?? 0;
  }

  /** Total bytes of the texts. */
  get length(): number {
    return this.count === 0 ? 0 : this.end(this.count - 1);
  }

  /** Returns the length in bytes of the common prefix of two texts. */
  alike(one: number, other: number): number {
    const { bytes } = this;
    const [start, from] = [this.start(one), this.start(other)];
    const most = Math.min(this.end(one) - start, this.end(other) - from);
    let at = 0;
    while (at < most && bytes[start + at] === bytes[from + at]) at++;
    return at;
  }

  /** Returns the bytes of a text, which are valid until the next text is added. */
  at(at: number): Uint8Array {
    return this.bytes.subarray(this.start(at), this.end(at));
  }

  text(at: number): string {
    return this.bytes.toString('utf8', this.start(at), this.end(at));
  }

  /** Adds bytes and returns the number of the new text. */
  addBytes(bytes: Uint8Array, from: number, to: number): number {
    const begin = this.length;
    this.#makeRoom(begin, to - from);
    const target = this.bytes;
    for (let at = from, end = begin; at < to; at++, end++) target[end] = bytes[at] ?? 0;
    return this.#ended(begin + to - from);
  }

  /** Adds the bytes from `from` that are below `mark`, and returns their end. */
  addUntil(bytes: Uint8Array, from: number, mark: number): number {
    const begin = this.length;
    this.#makeRoom(begin, bytes.length - from);
    const target = this.bytes;
    const { length } = bytes;
    let [at, end] = [from, begin];
    for (; at < length; at++, end++) {
      const byte = bytes[at] ?? mark;
      if (byte >= mark) break;
      target[end] = byte;
    }
    this.#ended(end);
    return at;
  }

  add(text: string): number {
    const begin = this.length;
    // A UTF-16 unit takes at most three bytes.
    this.#makeRoom(begin, text.length * 3);
    return this.#ended(begin + this.bytes.write(text, begin, 'utf8'));
  }

  /** Compares two texts by their bytes, which gives the order of their characters; negative if the first comes first. */
  compare(one: number, other: number): number {
    const { bytes } = this;
    const at = this.alike(one, other);
    const [start, from] = [this.start(one) + at, this.start(other) + at];
    const [end, to] = [this.end(one), this.end(other)];
    return start < end && from < to ? (bytes[start] ?? 0) - (bytes[from] ?? 0) : end - start - (to - from);
  }

  clear(): void {
    this.count = 0;
  }

  #ended(end: number): number {
    if (this.count === this.#ends.length) {
      const longer = new Int32Array(this.count * 2);
      longer.set(this.#ends);
      this.#ends = longer;
    }
    this.#ends[this.count] = end;
    return this.count++;
  }

  #makeRoom(written: number, more: number): void {
    if (written + more <= this.bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(written + more, this.bytes.length * 2));
    this.bytes.copy(larger, 0, 0, written);
    this.bytes = larger;
  }
}
