import type { Column } from '../../../shared/datasets/declaration.ts';
import type { Codes } from '../../query/columns-in-memory/codes.ts';
import type { CachedColumn } from '../../query/columns-in-memory/cached-dataset.ts';
import { LineBytes } from '../line-bytes.ts';

/** Consecutive texts in UTF-8: text `n` (from 1) reaches from `starts[n]` to `starts[n + 1]`; text 0 is empty. */
export interface EntryTexts {
  readonly bytes: Uint8Array;
  readonly starts: Uint32Array;
  readonly count: number;
}

/** A column whose cells are text numbers (0: no cell). Numeric values are texts as JavaScript writes them, or as they were sent. */
export interface EntryColumn extends EntryTexts {
  readonly kind: Column['kind'];
  /** By position: the number of the row's combination for a shared column, otherwise the number of its text. */
  readonly cells: Codes;
  /** Text number by combination; null if the cells are text numbers themselves. */
  readonly entryOf: Codes | null;
  /** By byte: 1 if it occurs in any text. */
  readonly occurring: Uint8Array;
  /** How many texts, at the start, are numeric values. */
  readonly numbers: number;
}

export function entryColumn({ column: { kind }, cells, valueOf, values, sent }: CachedColumn): EntryColumn {
  if (values.are === 'texts') {
    const { bytes, starts, occurring } = values.texts.parts;
    return { kind, cells, entryOf: valueOf, bytes: plain(bytes), starts, count: values.count, occurring, numbers: 0 };
  }
  const texts = Array.from(values.numbers.subarray(1), String);
  for (let digits = 1; digits <= (sent?.texts.count ?? 0); digits++) texts.push(sent?.texts.get(digits) ?? '');
  const numbered = { ...numberedTexts(texts), numbers: values.count };
  if (sent === null) return { kind, cells, entryOf: valueOf, ...numbered };
  const codes = valueOf ?? cells;
  const merged = new Uint32Array(codes.length);
  for (let at = 0; at < codes.length; at++) {
    const digits = sent.cells[at] ?? 0;
    merged[at] = digits > 0 ? values.count + digits : (codes[at] ?? 0);
  }
  return { kind, ...(valueOf === null ? { cells: merged, entryOf: null } : { cells, entryOf: merged }), ...numbered };
}

/** The same bytes as a plain Uint8Array, without the methods of a Buffer. */
function plain({ buffer, byteOffset, byteLength }: Uint8Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** Texts by number, and which bytes occur in them. */
export type NumberedTexts = EntryTexts & Pick<EntryColumn, 'occurring'>;

/** Numbers texts from 1. */
export function numberedTexts(texts: readonly string[]): NumberedTexts {
  return textsMade(texts.length, (number) => texts[number - 1] ?? '');
}

/** Makes `count` texts, one at a time. */
export function textsMade(count: number, textOf: (number: number) => string): NumberedTexts {
  const lines = new LineBytes();
  const starts = new Uint32Array(count + 2);
  lines.begin();
  for (let number = 1; number <= count; number++) {
    lines.add(textOf(number));
    starts[number + 1] = lines.end;
  }
  const bytes = new Uint8Array(lines.written());
  const occurring = new Uint8Array(256);
  for (let at = 0; at < bytes.length; at++) occurring[bytes[at] ?? 0] = 1;
  return { bytes, starts, count, occurring };
}

/** Returns the cell that a text number stands for, as a statement would return it. */
export function entryCell(column: EntryColumn, entry: number): string | number {
  const text = entryText(column, entry);
  return entry <= column.numbers ? Number(text) : text;
}

/** Returns the text number of a row, 0 if it has none. */
export function entryAt({ cells, entryOf }: Pick<EntryColumn, 'cells' | 'entryOf'>, position: number): number {
  const cell = cells[position] ?? 0;
  return entryOf === null ? cell : (entryOf[cell] ?? 0);
}

/** Returns the text of a text number. */
export function entryText({ bytes, starts }: EntryTexts, entry: number): string {
  const from = starts[entry] ?? 0;
  return Buffer.from(bytes.buffer, bytes.byteOffset + from, (starts[entry + 1] ?? from) - from).toString();
}
