import { narrowCodes, type Codes } from './codes.ts';
import { countBelow, distinctNumbers } from './sort-numbers.ts';
import { compareFrom, sortTexts, type TextBytes } from './sort-texts.ts';
import { stepsBetweenChecks, type Slices } from './slices.ts';
import { Texts } from './texts.ts';

/** A column whose cells have all been read: the value number of each cell, 0 if it has none. */
export interface Filled<V> {
  readonly cells: Codes;
  readonly values: V;
}

/** Distinct texts with their times, if they are dates. */
export interface FilledTexts {
  readonly texts: Texts;
  /** Milliseconds by text number, NaN if the text is not a date; null for a column without dates. */
  readonly times: Float64Array | null;
}

/** Number of values cached by content, so that a repeated value gets the same entry. */
const mostCached = 200_000;
/** After this many values, most must have been repeats, or caching them is not worth the memory. */
const enoughToJudge = 20_000;

/** Takes the cells of a column one by one. Each distinct value is an entry; beyond many distinct values, each cell is one. */
abstract class Filler<T> {
  protected readonly cells: Uint32Array;
  protected entries = 0;
  #known: Map<T, number> | null = new Map();
  #latest: T | null = null;
  #latestEntry = 0;

  constructor(capacity: number) {
    this.cells = new Uint32Array(capacity);
  }

  protected abstract append(value: T): void;

  /** Returns whether the value became a new entry. */
  put(at: number, value: T | null): boolean {
    if (value === null) return false;
    if (value === this.#latest) {
      this.cells[at] = this.#latestEntry;
      return false;
    }
    this.#latest = value;
    const known = this.#known?.get(value);
    if (known !== undefined) {
      this.cells[at] = this.#latestEntry = known;
      return false;
    }
    this.append(value);
    this.cells[at] = this.#latestEntry = ++this.entries;
    if (this.#known !== null) {
      this.#known.set(value, this.entries);
      const { size } = this.#known;
      if (size > mostCached || (size > enoughToJudge && size > at / 2)) this.#known = null;
    }
    return true;
  }

  protected async renumber(rows: number, numberOf: Uint32Array, slices: Slices): Promise<void> {
    this.#known = null;
    for (let at = 0; at < rows; at++) {
      this.cells[at] = numberOf[this.cells[at] ?? 0] ?? 0;
      if (at % stepsBetweenChecks === 0 && slices.due()) await slices.rest();
    }
  }
}

export class NumberFiller extends Filler<number> {
  #numbers = new Float64Array(1024);

  /** Current memory in bytes. */
  get size(): number {
    return this.cells.byteLength + this.#numbers.byteLength;
  }

  protected append(value: number): void {
    if (this.entries === this.#numbers.length) this.#numbers = grownNumbers(this.#numbers);
    this.#numbers[this.entries] = value === 0 ? 0 : value;
  }

  /** Returns the numbers in ascending order; number `n` is at index `n`, and NaN at 0. */
  async finish(rows: number, slices: Slices): Promise<Filled<Float64Array>> {
    const numbers = this.#numbers.subarray(0, this.entries);
    const { distinct, numberOf } = await rank(numbers, slices);
    await this.renumber(rows, numberOf, slices);
    const values = new Float64Array(distinct.length + 1);
    values[0] = Number.NaN;
    values.set(distinct, 1);
    return { cells: narrowCodes(this.cells.subarray(0, rows), distinct.length), values };
  }
}

/** Returns the distinct numbers in ascending order, and for each entry (from 1) its rank among them, counted from 1; 0 for NaN. */
export async function rank(
  numbers: Float64Array,
  slices: Slices,
): Promise<{ readonly distinct: Float64Array; readonly numberOf: Uint32Array }> {
  const present = new Float64Array(numbers.length);
  let count = 0;
  for (let at = 0; at < numbers.length; at++) {
    const number = numbers[at] ?? Number.NaN;
    if (!Number.isNaN(number)) present[count++] = number;
    if (at % stepsBetweenChecks === 0 && slices.due()) await slices.rest();
  }
  const distinct = await distinctNumbers(present.subarray(0, count), slices);
  const numberOf = new Uint32Array(numbers.length + 1);
  for (let entry = 1; entry <= numbers.length; entry++) {
    const number = numbers[entry - 1] ?? Number.NaN;
    numberOf[entry] = Number.isNaN(number) ? 0 : countBelow(distinct, number) + 1;
    if (entry % stepsBetweenChecks === 0 && slices.due()) await slices.rest();
  }
  return { distinct, numberOf };
}

export class TextFiller extends Filler<string> {
  #bytes = Buffer.alloc(4096);
  #used = 0;
  #starts = new Uint32Array(1024);
  #times: Float64Array | null;

  constructor(capacity: number, holdsTimes: boolean) {
    super(capacity);
    this.#times = holdsTimes ? new Float64Array(1024) : null;
  }

  /** Current memory in bytes. */
  get size(): number {
    return this.cells.byteLength + this.#bytes.length + this.#starts.byteLength + (this.#times?.byteLength ?? 0);
  }

  /** `time`: the time that the text denotes, always the same for the same text. */
  putTime(at: number, value: string | null, time: number | null): void {
    if (!this.put(at, value) || this.#times === null) return;
    if (this.entries > this.#times.length) this.#times = grownNumbers(this.#times);
    this.#times[this.entries - 1] = time ?? Number.NaN;
  }

  protected append(value: string): void {
    const most = this.#used + value.length * 3;
    if (most > this.#bytes.length) {
      const grown = Buffer.alloc(Math.max(most, this.#bytes.length * 2));
      this.#bytes.copy(grown, 0, 0, this.#used);
      this.#bytes = grown;
    }
    if (this.entries + 3 > this.#starts.length) {
      const grown = new Uint32Array(this.#starts.length * 2);
      grown.set(this.#starts);
      this.#starts = grown;
    }
    this.#used += this.#bytes.write(value, this.#used);
    // After the entry that this one becomes.
    this.#starts[this.entries + 2] = this.#used;
  }

  async finish(rows: number, slices: Slices): Promise<Filled<FilledTexts>> {
    const entries: TextBytes = { bytes: this.#bytes, starts: this.#starts, count: this.entries };
    const order = await sortTexts(entries, slices);
    const numberOf = new Uint32Array(this.entries + 1);
    const bytes = Buffer.alloc(this.#used);
    const starts = new Uint32Array(this.entries + 2);
    const times = this.#times === null ? null : new Float64Array(this.entries + 1).fill(Number.NaN);
    const occurring = new Uint8Array(256);
    let [count, used, before] = [0, 0, 0];
    for (let index = 0; index < order.length; index++) {
      const entry = order[index] ?? 0;
      if (before === 0 || compareFrom(entries, before, entry, 0) !== 0) {
        count++;
        for (let at = this.#starts[entry] ?? 0; at < (this.#starts[entry + 1] ?? 0); at++) {
          const byte = this.#bytes[at] ?? 0;
          occurring[byte] = 1;
          bytes[used++] = byte;
        }
        starts[count + 1] = used;
        if (times !== null) times[count] = this.#times?.[entry - 1] ?? Number.NaN;
      }
      numberOf[entry] = count;
      before = entry;
      if (index % 1024 === 0 && slices.due()) await slices.rest();
    }
    await this.renumber(rows, numberOf, slices);
    const texts = new Texts({ bytes: kept(bytes, used), starts: starts.slice(0, count + 2), count, occurring });
    return { cells: narrowCodes(this.cells.subarray(0, rows), count), values: { texts, times: times?.slice(0, count + 1) ?? null } };
  }
}

/** The first `used` bytes, as a copy if that frees much memory. */
function kept(bytes: Buffer, used: number): Uint8Array {
  return used < bytes.length * 0.9 ? Uint8Array.from(bytes.subarray(0, used)) : bytes.subarray(0, used);
}

function grownNumbers(numbers: Float64Array): Float64Array<ArrayBuffer> {
  const grown = new Float64Array(numbers.length * 2);
  grown.set(numbers);
  return grown;
}
