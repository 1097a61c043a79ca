import { mark, type RowBytes, type RowBytesFetcher } from '../query/fetch-row-bytes.ts';
import type { StoredRow, StoredValue } from '../query/fetch-rows.ts';
import { emptyRecord, lineEnd, type CsvWriter } from './csv.ts';
import { LineBytes } from './line-bytes.ts';

const [zero, quote] = [0x30, 0x22] as const;
const lineEndBytes = Buffer.from(lineEnd);
const noBytes = new Uint8Array();

/**
 * Turns rows into the very lines that an exact `writer` makes of them; their bytes are valid until the next call. Texts stay the bytes that
 * SQLite put together, which saves a fourth of the time of a million rows (docs/performance.md). Throws RangeError where the rows
 * are not those that were asked for.
 */
export function csvFromBytes(writer: CsvWriter, { places, combinations }: Omit<RowBytesFetcher, 'fetch'>): (rows: RowBytes) => Uint8Array {
  const lines = new LineBytes();
  const delimiter = Buffer.from(writer.delimiter);
  const isOrdinary = ordinaryBytes(writer.delimiter);
  const once = new Map<string, Uint8Array>();
  const shared = new Map([...combinations].map(([number, cells]) => [number, places.map((_, column) => sharedCell(column, cells))]));

  function sharedCell(column: number, cells: StoredRow): Uint8Array {
    const place = places[column];
    const text = place?.in === 'combination' ? writer.cell(column, cells[place.at] ?? null) : '';
    const bytes = once.get(text) ?? Buffer.from(text);
    once.set(text, bytes);
    return bytes;
  }

  /** Adds the text that begins at `from`; where the next field begins. */
  function addText(column: number, bytes: Uint8Array, from: number): number {
    if (bytes[from] === mark.none) return from + 2;
    const stop = copyOrdinary(bytes, from, lines, isOrdinary);
    if (stop > from && isEnd(bytes[stop]) && !writer.isList(column)) {
      lines.end += stop - from;
      return stop + 1;
    }
    const end = endFrom(bytes, stop);
    if (writer.isList(column)) lines.add(writer.cell(column, Buffer.from(bytes.subarray(from, end)).toString()));
    else addQuoted(bytes, from, end, lines);
    return end + 1;
  }

  function addNumber(value: StoredValue): void {
    if (typeof value === 'number') lines.addAscii(String(value));
    else if (value !== null) lines.add(value);
  }

  return ({ rowids, bytes, numbers }) => {
    lines.begin(bytes.length);
    let at = 0;
    for (let row = 0; row < rowids.length; row++) {
      let end = endFrom(bytes, at);
      if (digits(bytes, at, end) !== rowids[row]) throw new RangeError('The rows of an export are not those that were asked for.');
      at = end + 1;
      end = endFrom(bytes, at);
      const cells = shared.get(digits(bytes, at, end));
      at = end + 1;
      const begin = lines.end;
      for (let column = 0; column < places.length; column++) {
        if (column > 0) lines.addBytes(delimiter);
        const place = places[column];
        if (place?.in === 'texts') at = addText(column, bytes, at);
        else if (place?.in === 'numbers') addNumber(numbers[row]?.[place.at] ?? null);
        else lines.addBytes(cells?.[column] ?? noBytes);
      }
      if (lines.end === begin) lines.add(emptyRecord);
      lines.addBytes(lineEndBytes);
    }
    return lines.written();
  };
}

/** Copies ordinary bytes from `from` on behind what is written; where they end. They count as written once `to.end` is moved. */
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

/** Of each byte whether a text may hold it and stand without quotes. */
function ordinaryBytes(delimiter: string): Uint8Array {
  const isOrdinary = new Uint8Array(256).fill(1, 0, mark.row);
  for (const byte of Buffer.from(`${delimiter}"\r\n`)) isOrdinary[byte] = 0;
  return isOrdinary;
}

/** No byte ends the last row. */
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
