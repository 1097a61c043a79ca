import { containsText, fold, isAscii } from '../contains.ts';
import { createLruCache } from '../lru-cache.ts';
import type { TextBytes } from './sort-texts.ts';

/** Number of cached searches, one byte per text each. */
const mostSearches = 4;

/** An earlier search narrows a longer one if it found at most one in this many texts; a single text takes longer than one of all. */
const textsACandidate = 16;

/** A cached search. */
interface Search {
  readonly wanted: string;
  /** By number: 1 if the text contains it. */
  readonly found: Uint8Array;
  readonly hits: number;
}

/** Texts in byte order, and which bytes occur in them. */
export interface SortedTexts extends TextBytes {
  /** By byte: 1 if it occurs. */
  readonly occurring: Uint8Array;
}

/** Distinct texts in byte order, numbered from 1; 0 means no text. */
export class Texts {
  readonly count: number;
  readonly #bytes: Buffer;
  readonly #starts: Uint32Array;
  readonly #occurring: Uint8Array;
  readonly #isAscii: boolean;
  readonly #searches = createLruCache<Search>(mostSearches);
  #searched: string | null = null;

  constructor({ bytes, starts, count, occurring }: SortedTexts) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#starts = starts;
    this.count = count;
    this.#occurring = occurring;
    this.#isAscii = !occurring.includes(1, 0x80);
  }

  /** The parts it was made from and can be made from again. */
  get parts(): SortedTexts {
    return { bytes: this.#bytes, starts: this.#starts, count: this.count, occurring: this.#occurring };
  }

  /** Memory in bytes, including cached searches. */
  get size(): number {
    const cached = this.#searches.all().reduce((sum, { found }) => sum + found.byteLength, 0);
    return this.#bytes.length + this.#starts.byteLength + (this.#searched?.length ?? 0) + cached;
  }

  get(number: number): string {
    return this.#bytes.toString('utf8', this.#starts[number], this.#starts[number + 1]);
  }

  /** Returns the number of a text; 0 if it is not included. */
  find(text: string): number {
    const wanted = Buffer.from(text);
    let [low, high] = [1, this.count];
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const order = this.#bytes.compare(wanted, 0, wanted.length, this.#starts[middle], this.#starts[middle + 1]);
      if (order === 0) return middle;
      if (order < 0) low = middle + 1;
      else high = middle - 1;
    }
    return 0;
  }

  /** Bytes of memory that the first search takes in addition, if it was not prepared. */
  get searchBytes(): number {
    return this.#searched === null ? this.#bytes.length : 0;
  }

  /** Does now what the first search would otherwise do: some 3 ms for each million bytes. */
  readyToSearch(): void {
    this.#lower();
  }

  /** Whether any text contains this ASCII character. */
  have(character: string): boolean {
    return this.#occurring[character.charCodeAt(0)] === 1;
  }

  /** Whether a text may contain `wanted`; if not, no text needs to be searched. */
  mayContain(wanted: string): boolean {
    return this.#needleOf(wanted) !== null;
  }

  /** By number: 1 if the text contains `wanted`, ignoring case like `sqlContains`. */
  containing(wanted: string): Uint8Array {
    const known = this.#searches.get(wanted);
    if (known !== undefined) return known.found;
    const found = this.#search(wanted);
    let hits = 0;
    for (let number = 1; number <= this.count; number++) hits += found[number] ?? 0;
    this.#searches.set(wanted, { wanted, found, hits });
    return found;
  }

  /** Returns a function that tests a single text like `containing`, for checking a few of many texts. */
  finder(wanted: string): (number: number) => boolean {
    const known = this.#searches.get(wanted);
    if (known !== undefined) return (number) => known.found[number] === 1;
    const needle = this.#needleOf(wanted);
    if (needle === null) return () => false;
    if (isAscii(needle)) return this.#finderOf(needle);
    const contains = containsText(wanted);
    return (number) => number > 0 && contains(this.get(number));
  }

  /**
   * Returns the letters to be found in the lower case of A to Z, or `wanted` itself if every text must be folded. Null if no text can contain
   * it: one of its letters is in none, or all texts are ASCII and it is not.
   */
  #needleOf(wanted: string): string | null {
    if (!isAscii(wanted) && !this.#isAscii) return wanted;
    const needle = isAscii(wanted) ? wanted.toLowerCase() : fold(wanted);
    if (!isAscii(needle)) return null;
    for (let at = 0; at < needle.length; at++) {
      const letter = needle.charAt(at);
      if (!this.have(letter) && !this.have(letter.toUpperCase())) return null;
    }
    return needle;
  }

  #finderOf(needle: string): (number: number) => boolean {
    const lower = this.#lower();
    return (number) => number > 0 && lower.slice(this.#starts[number], this.#starts[number + 1]).includes(needle);
  }

  #search(wanted: string): Uint8Array {
    const found = new Uint8Array(this.count + 1);
    if (wanted === '') return found.fill(1, 1);
    const needle = this.#needleOf(wanted);
    if (needle === null) return found;
    if (isAscii(needle)) this.#mark(needle, found);
    else {
      const contains = containsText(wanted);
      for (let number = 1; number <= this.count; number++) found[number] = contains(this.get(number)) ? 1 : 0;
    }
    return found;
  }

  /** Marks the texts that contain this ASCII text in lower case, in either case. */
  #mark(needle: string, found: Uint8Array): void {
    const candidates = this.#candidates(needle);
    if (candidates !== null) {
      const contains = this.#finderOf(needle);
      for (let number = candidates.indexOf(1); number !== -1; number = candidates.indexOf(1, number + 1))
        if (contains(number)) found[number] = 1;
      return;
    }
    const lower = this.#lower();
    let number = 1;
    for (let at = lower.indexOf(needle); at !== -1;) {
      number = this.#numberAt(at, number);
      const end = this.#starts[number + 1] ?? 0;
      const isWithin = at + needle.length <= end;
      if (isWithin) found[number] = 1;
      at = lower.indexOf(needle, isWithin ? end : at + 1);
    }
  }

  /**
   * Returns the texts that an earlier search found for a part of this one, such as the word before its last letter was typed; null if there
   * are too many. A part is found in at least the texts that the whole is in: a search for other than ASCII letters folds more of them.
   */
  #candidates(needle: string): Uint8Array | null {
    let fewest: Search | null = null;
    for (const search of this.#searches.all()) {
      if (!needle.includes(search.wanted.toLowerCase()) || search.hits * textsACandidate > this.count) continue;
      if (search.hits < (fewest?.hits ?? Infinity)) fewest = search;
    }
    return fewest?.found ?? null;
  }

  /** The bytes of all texts as one character each, with A to Z in lower case. Other bytes may change as well, but never become ASCII. */
  #lower(): string {
    if (this.#searched !== null) return this.#searched;
    const letters = this.#bytes.toString('latin1');
    // Identifiers often have no capital letters, and then need no second copy.
    this.#searched = this.#occurring.subarray(0x41, 0x5b).includes(1) ? letters.toLowerCase() : letters;
    return this.#searched;
  }

  /** Returns the number of the text that a byte belongs to, which is `from` or a later one. */
  #numberAt(at: number, from: number): number {
    let step = 1;
    while (from + step <= this.count && (this.#starts[from + step] ?? 0) <= at) step *= 2;
    let [low, high] = [from + (step >>> 1), Math.min(from + step, this.count + 1)];
    if (step === 1) low = from;
    while (low + 1 < high) {
      const middle = (low + high) >>> 1;
      if ((this.#starts[middle] ?? 0) <= at) low = middle;
      else high = middle;
    }
    return low;
  }
}
