import { mark, type RowBytes, type RowBytesFetcher } from '../../query/fetch-row-bytes.ts';
import type { StoredValue } from '../../query/fetch-rows.ts';
import type { Piece } from '../chunks.ts';
import { emptyRecord, lineEnd, type CsvWriter } from './csv.ts';
import { lineSteps, ordinaryBytes, writtenByCell } from './csv-shared-cells.ts';
import { LineBytes } from '../line-bytes.ts';

/** Lines of a file and the number of cells that got a leading apostrophe; a cell may be counted in an earlier piece than its own. */
export interface CsvPiece extends Piece {
  readonly guarded: number;
}

/** The lines of rows; valid until the next ones are made. */
export interface CsvLines extends CsvPiece {
  /** The end of each line, by row. */
  readonly ends: Uint32Array<ArrayBuffer>;
}

const [zero, quote] = [0x30, 0x22] as const;
const lineEndBytes = Buffer.from(lineEnd);

/**
 * Turns rows into exactly the lines that `writer` makes of them. Texts stay the bytes that SQLite concatenated, which saves a quarter of
 * the time for a million rows (docs/performance.md); texts that a spreadsheet might take for a formula, and lists, go through the writer.
 * Throws RangeError if the rows are not those requested.
 */
export function csvFromBytes(writer: CsvWriter, fetcher: Omit<RowBytesFetcher, 'fetch'>): (rows: RowBytes) => CsvLines {
  const lines = new LineBytes();
  const delimiter = writer.delimiter.charCodeAt(0);
  const isOrdinary = ordinaryBytes(writer);
  const { steps, cellsOf } = lineSteps(writer, fetcher);
  const beginnings = fetcher.places.map((_, column) => (writer.isList(column) ? everyByte : writtenByCell(writer)));

  /** Adds the text that begins at `from` and returns the beginning of the next field. */
  function addText(column: number, bytes: Uint8Array, from: number): number {
    if (column > 0) lines.addByte(delimiter);
    const first = bytes[from] ?? mark.row;
    if (first === mark.none) return from + 2;
    if (beginnings[column]?.[first] === 1) {
      const end = endFrom(bytes, from);
      lines.add(writer.cell(column, Buffer.from(bytes.subarray(from, end)).toString()));
      return end + 1;
    }
    const stop = copyOrdinary(bytes, from, lines, isOrdinary);
    if (stop > from && isEnd(bytes[stop])) {
      lines.end += stop - from;
      return stop + 1;
    }
    const end = endFrom(bytes, stop);
    addQuoted(bytes, from, end, lines);
    return end + 1;
  }

  function addNumber(column: number, value: StoredValue): void {
    if (column > 0) lines.addByte(delimiter);
    if (typeof value === 'number') lines.addAscii(String(value));
    else if (value !== null) lines.add(value);
  }

  return ({ rowids, bytes, numbers }) => {
    lines.begin(bytes.length);
    const before = writer.guarded?.guarded ?? 0;
    const ends = new Uint32Array(rowids.length);
    let guarded = 0;
    let at = 0;
    for (let row = 0; row < rowids.length; row++) {
      let end = endFrom(bytes, at);
      if (digits(bytes, at, end) !== rowids[row]) throw new RangeError('The store returned other rows than the export requested.');
      at = end + 1;
      end = endFrom(bytes, at);
      const shared = cellsOf(digits(bytes, at, end));
      guarded += shared.guarded;
      at = end + 1;
      const begin = lines.end;
      for (const step of steps) {
        if (step.is === 'text') at = addText(step.column, bytes, at);
        else if (step.is === 'number') addNumber(step.column, numbers[row]?.[step.at] ?? null);
        else for (const part of shared.runs[step.run] ?? []) lines.addBytes(part);
      }
      if (lines.end === begin) lines.add(emptyRecord);
      lines.addBytes(lineEndBytes);
      ends[row] = lines.end;
    }
    return { bytes: lines.written(), rows: rowids.length, ends, guarded: guarded + (writer.guarded?.guarded ?? 0) - before };
  };
}

const everyByte = new Uint8Array(256).fill(1, 0, mark.row);

/**
 * Copies ordinary bytes, starting at `from`, after what is written, and returns their end. They count as written once `to.end` is moved.
 */
function copyOrdinary(bytes: Uint8Array, from: number, to: LineBytes, isOrdinary: Uint8Array): number {
  const target = to.bytes;
  let [at, end] = [from, to.end];
  for (; at < bytes.length; at++, end++) {
    const byte = bytes[at] ?? 0;
    if (isOrdinary[byte] === 0) break;
    target[end] = byte;
  }
  return at;
}

function addQuoted(bytes: Uint8Array, from: number, to: number, lines: LineBytes): void {
  lines.makeRoom(2 * (to - from) + 2);
  const target = lines.bytes;
  let end = lines.end;
  target[end++] = quote;
  for (let at = from; at < to; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === quote) target[end++] = quote;
    target[end++] = byte;
  }
  target[end++] = quote;
  lines.end = end;
}

/** The last row has no byte that ends it. */
function isEnd(byte: number | undefined): boolean {
  return byte === undefined || byte >= mark.row;
}

function endFrom(bytes: Uint8Array, from: number): number {
  let at = from;
  while (!isEnd(bytes[at])) at++;
  return at;
}

function digits(bytes: Uint8Array, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at++) value = value * 10 + (bytes[at] ?? 0) - zero;
  return value;
}
