import { entryCell, type EntryColumn } from '../columns/entry-columns.ts';
import { countInBytes, type StrangeNotes } from '../count-strange.ts';
import { doNearlyAllDiffer, judgedAt, none, type GatheredCells } from './gathered-cells.ts';
import { Texts } from './texts.ts';

/** The first byte of U+FFFD, and U+0000. */
const strangeBytes = [0xef, 0x00] as const;

/** Gathers the cells of a column whose texts have numbers already, with the entries that `ByteCells` and others would give them. */
export class EntryCells implements GatheredCells {
  readonly entryOf: Int32Array;
  readonly texts: Texts | null;
  areDistinct = true;
  readonly #column: EntryColumn;
  /** By what stands in the column, a text's number or a combination's, the entry counted from 2 on; 0 where it is not known, 1 where there is none. */
  readonly #known: Int32Array;
  /** By number of a text its entry counted from 1 on, where combinations may share it; else null. */
  readonly #entries: Int32Array | null;
  /** By entry the number of its text, where texts are not gathered. */
  readonly #numbers: number[] = [];
  /** By number of a text what is counted in it, of those that hold any; null where no text does. */
  readonly #strange: ReadonlyMap<number, StrangeNotes> | null;
  #rows = 0;

  constructor(column: EntryColumn, rows: number) {
    this.#column = column;
    this.entryOf = new Int32Array(rows);
    this.#known = new Int32Array(column.entryOf?.length ?? column.count + 1);
    this.#entries = column.entryOf === null ? null : new Int32Array(column.count + 1);
    this.texts = column.entryOf === null && column.kind !== 'number' ? new Texts() : null;
    this.#strange = strangeBytes.some((byte) => column.occurring[byte] === 1) ? strangeIn(column) : null;
  }

  get entries(): number {
    return this.texts?.count ?? this.#numbers.length;
  }

  cell = (entry: number): string | number =>
    this.texts === null ? entryCell(this.#column, this.#numbers[entry] ?? 0) : this.texts.text(entry);

  /** Adds the cells of rows, of which this stands in the column. */
  add(codes: Uint32Array, notes: StrangeNotes): void {
    // Where nearly all texts differ is judged at one row.
    const judged = this.texts === null ? 0 : Math.min(Math.max(judgedAt - this.#rows, 0), codes.length);
    this.#addRows(codes, 0, judged);
    if (this.texts !== null && doNearlyAllDiffer(this.#rows, this.entries)) this.areDistinct = false;
    this.#addRows(codes, judged, codes.length);
    if (this.#strange !== null) this.#countStrange(codes, this.#strange, notes);
  }

  clear(): void {
    this.texts?.clear();
    this.#numbers.length = 0;
    this.#known.fill(0);
    this.#entries?.fill(0);
    this.#rows = 0;
    this.areDistinct = true;
  }

  #addRows(codes: Uint32Array, from: number, to: number): void {
    const { entryOf, areDistinct } = this;
    const known = this.#known;
    let rows = this.#rows;
    for (let at = from; at < to; at++) {
      const code = codes[at] ?? 0;
      let entry = known[code] ?? 0;
      if (entry === 0) {
        entry = this.#entry(code) + 2;
        if (areDistinct || entry === 1) known[code] = entry;
      }
      entryOf[rows++] = entry - 2;
    }
    this.#rows = rows;
  }

  /** The entry of what is met for the first time, or whenever nobody looks whether it was met. */
  #entry(code: number): number {
    const { entryOf } = this.#column;
    const number = entryOf === null ? code : (entryOf[code] ?? 0);
    if (number === 0) return none;
    const entry = (this.#entries?.[number] ?? 0) - 1;
    return entry >= 0 ? entry : this.#newEntry(number);
  }

  #newEntry(number: number): number {
    const { bytes, starts } = this.#column;
    const entry = this.texts?.addBytes(bytes, starts[number] ?? 0, starts[number + 1] ?? 0) ?? this.#numbers.push(number) - 1;
    if (this.#entries !== null) this.#entries[number] = entry + 1;
    return entry;
  }

  #countStrange(codes: Uint32Array, strange: ReadonlyMap<number, StrangeNotes>, notes: StrangeNotes): void {
    const { entryOf } = this.#column;
    for (const code of codes) {
      const found = strange.get(entryOf === null ? code : (entryOf[code] ?? 0));
      notes.replaced += found?.replaced ?? 0;
      notes.nul += found?.nul ?? 0;
    }
  }
}

function strangeIn({ bytes, starts, count: texts }: EntryColumn): ReadonlyMap<number, StrangeNotes> {
  const found = new Map<number, StrangeNotes>();
  for (let number = 1; number <= texts; number++) {
    const counted = { replaced: 0, nul: 0 };
    countInBytes(bytes.subarray(starts[number], starts[number + 1]), counted);
    if (counted.replaced + counted.nul > 0) found.set(number, counted);
  }
  return found;
}
