import type { ByteWriter } from 'hyparquet-writer';
import { none, type GatheredCells } from './gathered-cells.ts';
import type { ParquetColumn, ParquetValue } from './parquet-columns.ts';
import { Texts } from './texts.ts';

/** Values of one physical type, numbered from 0. */
export interface PlainValues {
  readonly count: number;
  /** Bytes of a value in PLAIN encoding. */
  readonly size: (at: number) => number;
  readonly append: (writer: ByteWriter, at: number) => void;
  /** The smallest and the greatest value in Parquet's order; undefined if there are no values. */
  readonly bounds: () => readonly [string | number | bigint | Uint8Array, string | number | bigint | Uint8Array] | undefined;
  /** The values themselves if they are texts. */
  readonly texts: Texts | null;
}

/** The values of one column of the file in a row group. */
export interface ColumnValues {
  /** The value number of each row, `none` if it has none. */
  readonly valueOf: Int32Array;
  readonly values: PlainValues;
  readonly areDistinct: boolean;
  /** Number of rows whose number does not fit a double. */
  readonly missing: number;
}

/**
 * Turns the cells of a table column into values of a file column, converting each entry once, for as many rows as `valueOf` has room for.
 */
export function columnValues(column: ParquetColumn, cells: GatheredCells, valueOf: Int32Array): ColumnValues {
  const { entryOf, texts, areDistinct } = cells;
  const rows = valueOf.length;
  if (column.read === null && texts !== null)
    return { valueOf: entryOf.subarray(0, rows), values: textValues(texts), areDistinct, missing: 0 };
  const kept = valueWriter(column);
  const known = new Int32Array(cells.entries).fill(unread);
  let missing = 0;
  for (let row = 0; row < rows; row++) {
    const entry = entryOf[row] ?? none;
    let value = entry === none ? none : (known[entry] ?? none);
    if (value === unread) {
      const cell = cells.cell(entry);
      const read = column.read === null ? String(cell) : column.read(cell);
      value = read === null ? none : Number.isNaN(read) ? notHeld : kept.number(read);
      known[entry] = value;
    }
    if (value === notHeld) missing++;
    valueOf[row] = value < 0 ? none : value;
  }
  return { valueOf, values: kept.values(), areDistinct: true, missing };
}

const unread = -2;
/** A number that does not fit a double. */
const notHeld = -3;

interface ValueWriter {
  /** Returns the number of a value, the same one however many cells contain it. */
  readonly number: (value: NonNullable<ParquetValue>) => number;
  readonly values: () => PlainValues;
}

function valueWriter({ schema: { type, name } }: ParquetColumn): ValueWriter {
  const known = new Map<NonNullable<ParquetValue>, number>();
  const texts = new Texts();
  const isText = type === 'BYTE_ARRAY';
  return {
    number: (value) => {
      // Both zeros are one key in a Map but two values as doubles.
      const key = Object.is(value, -0) ? '-0' : value;
      const number = known.get(key) ?? known.size;
      if (number === known.size) {
        known.set(key, number);
        if (isText) texts.add(String(value));
      }
      return number;
    },
    values: () => {
      if (isText) return textValues(texts);
      const list = Array.from(known.keys(), (key) => (key === '-0' ? -0 : key));
      if (type === 'INT64') return numericValues(list.map(bigintOf), 8, appendInt64);
      if (type === 'INT32') return numericValues(list.map(Number), 4, appendInt32);
      if (type === 'DOUBLE') return numericValues(list.map(Number), 8, appendDouble);
      throw new RangeError(`The column ${name} has an unsupported type.`);
    },
  };
}

function textValues(texts: Texts): PlainValues {
  return {
    count: texts.count,
    size: (at) => 4 + texts.end(at) - texts.start(at),
    append: (writer, at) => {
      const bytes = texts.at(at);
      writer.appendUint32(bytes.length);
      writer.appendBytes(bytes);
    },
    bounds: () => {
      if (texts.count === 0) return undefined;
      let [least, most] = [0, 0];
      for (let at = 1; at < texts.count; at++) {
        if (texts.compare(at, least) < 0) least = at;
        else if (texts.compare(at, most) > 0) most = at;
      }
      return [new Uint8Array(texts.at(least)), new Uint8Array(texts.at(most))];
    },
    texts,
  };
}

function numericValues<T extends number | bigint>(
  list: readonly T[],
  size: number,
  append: (writer: ByteWriter, value: T) => void,
): PlainValues {
  return {
    count: list.length,
    size: () => size,
    append: (writer, at) => {
      const value = list[at];
      if (value !== undefined) append(writer, value);
    },
    bounds: () => {
      const [first] = list;
      if (first === undefined) return undefined;
      let [least, most] = [first, first];
      for (const value of list) {
        if (value < least) least = value;
        if (value > most) most = value;
      }
      // Parquet requires this for zeros, because the order does not distinguish their signs.
      return [least === 0 ? -0 : least, most === 0 ? 0 : most];
    },
    texts: null,
  };
}

function bigintOf(value: NonNullable<ParquetValue>): bigint {
  return BigInt(value);
}

function appendDouble(writer: ByteWriter, value: number): void {
  writer.appendFloat64(value);
}

function appendInt32(writer: ByteWriter, value: number): void {
  writer.appendInt32(value);
}

function appendInt64(writer: ByteWriter, value: bigint): void {
  writer.appendInt64(value);
}
