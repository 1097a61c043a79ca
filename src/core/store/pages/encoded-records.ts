import { deserialize, serialize } from 'node:v8';
import { ByteCollector } from '../../platform/byte-collector.ts';
import { freeBytes } from '../../platform/memory.ts';
import type { ExtractedRow, FoundIssue, RecordTaker } from '../../extract/extractor.ts';
import type { SqlValue } from '../../extract/sql-columns.ts';
import type { Layout } from '../database/layout.ts';
import { encodeIssues, decodeIssues, type EncodedIssues } from './encoded-issues.ts';
import { encodeRows, decodeRows, type StorableRow, type EncodedRows } from './encoded-rows.ts';
import { keyHashes } from './staged-rows.ts';

/** Many parts of the same kind, concatenated as bytes: transferred to another thread without copying, and outside its heap. */
export interface SerialParts {
  readonly bytes: Uint8Array;
  /** Offset of the end of each part. */
  readonly ends: readonly number[];
}

/** What was read of a page's records, in a form that can be sent to another thread. */
export interface EncodedRecords {
  readonly rows: EncodedRows | SerialParts;
  readonly issues: EncodedIssues | SerialParts;
  /** The hashes of the rows' keys, concatenated. */
  readonly keys: Uint8Array;
}

/** Limits of one part: characters, and rows or issues. A page of usual size is one part. */
const PART_TEXT = 1024 * 1024;
const PART_ITEMS = 8192;

/** Encodes the records of a page as they are read. */
export class RecordEncoder implements RecordTaker {
  readonly #rows: PartEncoder<ExtractedRow, EncodedRows>;
  readonly #issues = new PartEncoder<FoundIssue, EncodedIssues>(encodeIssues);
  readonly #keys: Buffer[] = [];

  /** `size`: bytes of the page; its rows take about as many. */
  constructor(layout: Layout, size = 0) {
    this.#rows = new PartEncoder((rows) => {
      this.#keys.push(keyHashes(rows));
      return encodeRows(layout, rows);
    }, size);
  }

  row(row: ExtractedRow): void {
    let text = row.key.length + (row.undescribed?.length ?? 0);
    for (const cell of row.cells) if (typeof cell === 'string') text += cell.length;
    this.#rows.add(row, text);
  }

  issue(issue: FoundIssue): void {
    this.#issues.add(issue, issue.path.length + (issue.key?.length ?? 0));
  }

  finish(): EncodedRecords {
    return { rows: this.#rows.finish(), issues: this.#issues.finish(), keys: Buffer.concat(this.#keys) };
  }
}

class PartEncoder<T, P extends EncodedRows | EncodedIssues> {
  readonly #encode: (items: readonly T[]) => P;
  readonly #bytes: ByteCollector;
  readonly #ends: number[] = [];
  #items: T[] = [];
  #text = 0;

  constructor(encode: (items: readonly T[]) => P, size = 0) {
    this.#encode = encode;
    this.#bytes = new ByteCollector(size);
  }

  /** `text`: number of characters in the item. */
  add(item: T, text: number): void {
    this.#items.push(item);
    this.#text += text;
    if (this.#text > PART_TEXT || this.#items.length === PART_ITEMS) this.#close();
  }

  finish(): P | SerialParts {
    if (this.#ends.length === 0) {
      this.#bytes.discard();
      return this.#encode(this.#items);
    }
    this.#close();
    return { bytes: this.#bytes.take(), ends: this.#ends };
  }

  #close(): void {
    this.#bytes.add(asBytes(this.#encode(this.#items)));
    this.#ends.push(this.#bytes.length);
    this.#items = [];
    this.#text = 0;
  }
}

/** Yields the rows of a page as they were read. Can be called once; use each row before taking the next, because its memory is freed. */
export function* takeRows({ rows }: Pick<EncodedRecords, 'rows'>, onPart: () => void = () => undefined): Generator<StorableRow> {
  for (const part of takeParts(rows)) {
    yield* decodeRows(part);
    onPart();
  }
}

/** Yields the issues of a page as they were found. Can be called once. */
export function* takeIssues({ issues }: Pick<EncodedRecords, 'issues'>): Generator<FoundIssue> {
  for (const part of takeParts(issues)) yield* decodeIssues(part);
}

function* takeParts<P extends EncodedRows | EncodedIssues>(encoded: P | SerialParts): Generator<P> {
  if (!('ends' in encoded)) {
    yield encoded;
    return;
  }
  let start = 0;
  for (const end of encoded.ends) {
    yield opened(encoded.bytes.subarray(start, end)) as P;
    start = end;
  }
  freeBytes(encoded.bytes);
}

/** Large texts with characters outside Latin-1 would take two bytes per character. */
const LARGE_TEXT = 1024;
const wide = /[^\u0000-\u00ff]/;

function asBytes(part: EncodedRows | EncodedIssues): Buffer {
  if (!('values' in part)) return serialize(part);
  const { values, combinations, undescribed } = part;
  return serialize({
    ...part,
    values: values.map(shortened),
    combinations: combinations.map((cells) => cells.map(shortened)),
    undescribed: undescribed.map(shortened),
  });
}

function shortened(value: SqlValue): SqlValue | Uint8Array {
  return typeof value === 'string' && value.length > LARGE_TEXT && wide.test(value) ? Buffer.from(value) : value;
}

function opened(part: Uint8Array): EncodedRows | EncodedIssues {
  const read = deserialize(part) as EncodedRows | EncodedIssues;
  if (!('values' in read)) return read;
  const { values, combinations, undescribed } = read;
  return {
    ...read,
    values: values.map(lengthened),
    combinations: combinations.map((cells) => cells.map(lengthened)),
    undescribed: undescribed.map(lengthened),
  };
}

function lengthened<T>(value: T | Uint8Array): T | string {
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString() : value;
}
