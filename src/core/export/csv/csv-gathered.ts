import type { CsvLines, CsvPiece } from './csv-from-bytes.ts';
import { createGarbageCollection } from '../heap-limit.ts';

export type MadeLines = Iterable<CsvLines> | AsyncIterable<CsvLines>;
/** Makes the lines of rows by their row numbers, in that order. */
export type MakeLines = (rowids: ArrayLike<number>) => MadeLines;

export interface LineMaking {
  /** Rows per block; each result holds rows of one block. */
  readonly rowsOfBlock: number;
  /**
   * Makes the lines of all rows, possibly with two threads. A thread per part would take time to start and would leave its memory to the
   * next one.
   */
  readonly together: MakeLines;
  /** Makes the lines of some rows, even while the others are being made. */
  readonly alone: MakeLines;
}

/** Fewer rows than this are read from pages that all fit in memory, in any order. */
const fewest = 250_000;
/**
 * Rows lie apart if, on average, at least one of this many consecutive rows is elsewhere in the table; otherwise each page is read about
 * once anyway.
 */
const neighbours = 8;
/** A row number and its place in a part form one exact number: the limits on rows per part and on row numbers. */
const [placesOfPart, highestRow] = [2 ** 20, 2 ** 32] as const;
/** Bytes of lines held at a time. */
const mostHeld = 32 * 1024 * 1024;
const bytesOfPiece = 512 * 1024;
/** Rows sampled to estimate the length of lines, and the margin added to the estimate. */
const [rowsTried, slack] = [500, 1.1] as const;

/** Whether rows in this order are so far apart that each page of the table would be read and decrypted repeatedly. */
export function lieApart(rowids: ArrayLike<number>, least = fewest): boolean {
  if (rowids.length <= least) return false;
  let breaks = 0;
  for (let at = 0; at < rowids.length; at++) {
    const rowid = rowids[at] ?? 0;
    if (rowid >= highestRow) return false;
    if (rowid !== (rowids[at - 1] ?? -1) + 1) breaks++;
  }
  return breaks * neighbours > rowids.length;
}

/**
 * Returns the lines of rows in any order. They are made in table order and reordered in memory, part by part, so that at most `most` bytes
 * are held at a time. A part that turns out longer is made again in halves.
 */
export async function* gatheredLines(rowids: ArrayLike<number>, making: LineMaking, most = mostHeld): AsyncGenerator<CsvPiece> {
  const fitting = Math.floor(most / Math.max(1, slack * (await meanLength(rowids, making.alone))));
  const atOnce = wholeBlocks(Math.min(fitting, placesOfPart), making.rowsOfBlock);
  const arena = new Uint8Array(most + bytesOfPiece);
  // Sorted twice, once for the row numbers of all parts and once for each part, so that the keys of only one part are held at a time.
  const partsOf = function* (): Generator<Part> {
    for (let from = 0; from < rowids.length; from += atOnce)
      yield partOf(Array.prototype.slice.call(rowids, from, from + atOnce) as number[]);
  };
  const made = each(making.together(inTableOrder(partsOf(), rowids.length)));
  try {
    for (const part of partsOf()) yield* linesOfPart(part, made, making.alone, arena);
  } finally {
    await made.return(undefined);
  }
}

/** Returns as many rows as fit, rounded down to whole blocks, but at least one block. */
function wholeBlocks(rows: number, rowsOfBlock: number): number {
  return Math.max(1, Math.floor(rows / rowsOfBlock)) * rowsOfBlock;
}

/** Rows held at the same time. */
interface Part {
  /** In the order requested. */
  readonly rowids: readonly number[];
  /** In table order: row number and place in the part, combined in one number. */
  readonly keys: Float64Array;
}

function partOf(rowids: readonly number[]): Part {
  return { rowids, keys: Float64Array.from(rowids, (rowid, place) => rowid * placesOfPart + place).sort() };
}

/** The row numbers in the order in which lines are made, in memory that another thread can read as well. */
function inTableOrder(parts: Iterable<Part>, rows: number): Float64Array<SharedArrayBuffer> {
  const ordered = new Float64Array(new SharedArrayBuffer(rows * Float64Array.BYTES_PER_ELEMENT));
  let row = 0;
  for (const { keys } of parts) for (const key of keys) ordered[row++] = Math.floor(key / placesOfPart);
  return ordered;
}

async function* each(lines: MadeLines): AsyncGenerator<CsvLines, undefined> {
  yield* lines;
}

async function meanLength(rowids: ArrayLike<number>, make: MakeLines): Promise<number> {
  const count = Math.min(rowsTried, rowids.length);
  const tried = Array.from({ length: count }, (_, at) => rowids[Math.floor((at * rowids.length) / count)] ?? 0);
  let bytes = 0;
  for await (const lines of make(tried)) bytes += lines.bytes.length;
  return bytes / Math.max(1, count);
}

/** `made` yields the lines of this part next. */
async function* linesOfPart(part: Part, made: AsyncGenerator<CsvLines>, alone: MakeLines, arena: Arena): AsyncGenerator<CsvPiece> {
  const { rowids } = part;
  const held = await holdLines(part, made, arena);
  if (held !== null) yield* inTheirOrder(held, rowids.length);
  else if (rowids.length <= 1) yield* alone(rowids);
  else {
    const half = Math.ceil(rowids.length / 2);
    for (const some of [rowids.slice(0, half), rowids.slice(half)]) {
      const again = partOf(some);
      yield* linesOfPart(again, each(alone(inTableOrder([again], some.length))), alone, arena);
    }
  }
}

/** Memory that holds lines, shared by all parts. */
type Arena = Uint8Array<ArrayBuffer>;

/** Consecutive lines, with the beginning and end of each line by the place of its row. After them there is room for a piece. */
interface HeldLines {
  readonly arena: Arena;
  readonly end: number;
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  readonly guarded: number;
}

/** Returns null if the lines are too long to hold; they are consumed from `made` in any case. */
async function holdLines({ rowids, keys }: Part, made: AsyncGenerator<CsvLines>, arena: Arena): Promise<HeldLines | null> {
  const [from, to] = [new Uint32Array(rowids.length), new Uint32Array(rowids.length)];
  const collectIfGrown = createGarbageCollection();
  let [end, row, guarded, areTooLong] = [0, 0, 0, false];
  while (row < rowids.length) {
    const { value: lines } = (await made.next()) as IteratorResult<CsvLines, undefined>;
    if (lines === undefined) throw new RangeError('Fewer lines arrived than rows were requested.');
    areTooLong ||= end + lines.bytes.length > arena.length - bytesOfPiece;
    if (areTooLong) {
      row += lines.rows;
      continue;
    }
    arena.set(lines.bytes, end);
    let begin = end;
    for (const lineEnd of lines.ends) {
      const place = (keys[row++] ?? 0) % placesOfPart;
      from[place] = begin;
      begin = to[place] = end + lineEnd;
    }
    end += lines.bytes.length;
    guarded += lines.guarded;
    collectIfGrown();
  }
  return areTooLong ? null : { arena, end, from, to, guarded };
}

function* inTheirOrder({ arena, end, from, to, guarded }: HeldLines, rows: number): Generator<CsvPiece> {
  for (let row = 0; row < rows;) {
    const first = row;
    let filled = end;
    for (; row < rows; row++) {
      const [begin, stop] = [from[row] ?? 0, to[row] ?? 0];
      if (filled + stop - begin > arena.length) break;
      arena.copyWithin(filled, begin, stop);
      filled += stop - begin;
    }
    const reported = first === 0 ? guarded : 0;
    if (row > first) yield { bytes: arena.subarray(end, filled), rows: row - first, guarded: reported };
    else {
      // A line longer than the room after the held lines.
      yield { bytes: arena.subarray(from[row], to[row]), rows: 1, guarded: reported };
      row++;
    }
  }
}
