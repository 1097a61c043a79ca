/** Texts as UTF-8 bytes in a reused buffer: what is written is valid until the next `begin`. */
export class LineBytes {
  /** After `end` there is room for the reserved bytes; a caller that writes there moves `end` past them. */
  bytes = Buffer.allocUnsafe(1_048_576);
  end = 0;
  #reserved = 0;

  /** Starts again, with room for `reserved` bytes in addition to whatever is added. */
  begin(reserved = 0): void {
    this.end = 0;
    this.#reserved = reserved;
    this.makeRoom(0);
  }

  /** Adding texts one by one takes half the time of joining and encoding them, because each is copied while it is still at hand. */
  add(text: string): void {
    // A UTF-16 unit takes at most three bytes.
    this.makeRoom(text.length * 3);
    this.end += this.bytes.write(text, this.end, 'utf8');
  }

  /** Adds a short ASCII text, for which a platform call would take longer. */
  addAscii(text: string): void {
    this.makeRoom(text.length);
    const { bytes, end } = this;
    for (let at = 0; at < text.length; at++) bytes[end + at] = text.charCodeAt(at);
    this.end = end + text.length;
  }

  addByte(byte: number): void {
    this.makeRoom(1);
    this.bytes[this.end++] = byte;
  }

  /** Adds a few bytes. */
  addBytes(few: Uint8Array): void {
    this.makeRoom(few.length);
    const { bytes, end } = this;
    if (few.length > 64) bytes.set(few, end);
    else for (let at = 0; at < few.length; at++) bytes[end + at] = few[at] ?? 0;
    this.end = end + few.length;
  }

  makeRoom(bytes: number): void {
    const wanted = this.end + bytes + this.#reserved;
    if (wanted <= this.bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(wanted, this.bytes.length * 2));
    this.bytes.copy(larger, 0, 0, this.end);
    this.bytes = larger;
  }

  written(): Uint8Array {
    return this.bytes.subarray(0, this.end);
  }
}

/** Encodes consecutive lines as bytes, which are valid until the next call. */
export type LineEncoder = (lines: Iterable<string>) => Uint8Array;

export function createLineEncoder(): LineEncoder {
  const bytes = new LineBytes();
  return (lines) => {
    bytes.begin();
    for (const line of lines) bytes.add(line);
    return bytes.written();
  };
}
