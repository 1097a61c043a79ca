import { entryCell, type EntryColumn } from '../columns/entry-columns.ts';
import { countInBytes, type StrangeNotes } from '../count-strange.ts';
import { doNearlyAllDiffer, none, type GatheredCells } from './gathered-cells.ts';
import { Texts } from './texts.ts';

/** The first byte of U+FFFD, and U+0000. */
const strangeBytes = [0xef, 0x00] as const;

/** Gathers the cells of a column whose texts are already numbered, with the same entries that `ByteCells` and others would assign. */
export class EntryCells implements GatheredCells {
  readonly entryOf: Int32Array;
  readonly texts: Texts | null;
  areDistinct = true;
  readonly #column: EntryColumn;
  /** Entry by text number, counted from 1; 0 if it has none yet. */
  readonly #entries: Int32Array;
  /** Text number by entry, if texts are not gathered. */
  readonly #numbers: number[] = [];
  /** Counts of strange characters by text number, for texts that contain any; null if no text does. */
  readonly #strange: ReadonlyMap<number, StrangeNotes> | null;
  #rows = 0;

  constructor(column: EntryColumn, rows: number) {
    this.#column = column;
    this.entryOf = new Int32Array(rows);
    this.#entries = new Int32Array(column.count + 1);
    this.texts = column.entryOf === null && column.kind !== 'number' ? new Texts() : null;
    this.#strange = strangeBytes.some((byte) => column.occurring[byte] === 1) ? strangeIn(column) : null;
  }

  get entries(): number {
    return this.texts?.count ?? this.#numbers.length;
  }

  cell = (entry: number): string | number =>
    this.texts === null ? entryCell(this.#column, this.#numbers[entry] ?? 0) : this.texts.text(entry);

  /** Adds the cells of rows by their positions. */
  add(positions: Uint32Array, notes: StrangeNotes): void {
    const { cells, entryOf: textOf } = this.#column;
    const { entryOf } = this;
    const entries = this.#entries;
    let rows = this.#rows;
    for (let at = 0; at < positions.length; at++) {
      const code = cells[positions[at] ?? 0] ?? 0;
      const number = textOf === null ? code : (textOf[code] ?? 0);
      if (number === 0) entryOf[rows++] = none;
      else {
        const known = this.areDistinct ? (entries[number] ?? 0) : 0;
        entryOf[rows++] = known > 0 ? known - 1 : this.#newEntry(number);
      }
      if (this.#strange !== null) count(this.#strange.get(number), notes);
      if (this.texts !== null && doNearlyAllDiffer(rows, this.entries)) this.areDistinct = false;
    }
    this.#rows = rows;
  }

  clear(): void {
    this.texts?.clear();
    this.#numbers.length = 0;
    this.#entries.fill(0);
    this.#rows = 0;
    this.areDistinct = true;
  }

  #newEntry(number: number): number {
    const { bytes, starts } = this.#column;
    const entry = this.texts?.addBytes(bytes, starts[number] ?? 0, starts[number + 1] ?? 0) ?? this.#numbers.push(number) - 1;
    this.#entries[number] = entry + 1;
    return entry;
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

function count(found: StrangeNotes | undefined, notes: StrangeNotes): void {
  if (found === undefined) return;
  notes.replaced += found.replaced;
  notes.nul += found.nul;
}
