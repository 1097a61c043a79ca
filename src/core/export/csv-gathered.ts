import type { CsvLines, CsvPiece } from './csv-from-bytes.ts';
import { createTidy } from './thrift.ts';

export type MadeLines = Iterable<CsvLines> | AsyncIterable<CsvLines>;
/** Makes the lines of rows by their numbers, in that order. */
export type MakeLines = (rowids: ArrayLike<number>) => MadeLines;

export interface LineMaking {
  /** Rows of a block: what comes at once is of one. */
  readonly rowsOfBlock: number;
  /** Of all rows, perhaps by two threads: a thread for each part would take time to start, and leave its memory to the next one. */
  readonly together: MakeLines;
  /** Of some of them, also while the others are made. */
  readonly alone: MakeLines;
}

/** Fewer rows are read from pages that are all held in memory, in whatever order. */
const fewest = 250_000;
/** Of so many neighbours in an order one at least lies elsewhere in the table: else its pages are read about once anyway. */
const neighbours = 8;
/** A row number and its place in a part make one number that is exact: rows of a part, and row numbers that there may be. */
const [placesOfPart, highestRow] = [2 ** 20, 2 ** 32] as const;
/** Bytes of lines that are held at a time. */
const mostHeld = 32 * 1024 * 1024;
const bytesOfPiece = 512 * 1024;
/** Rows by which the length of lines is guessed, and what is added to it. */
const [rowsTried, slack] = [500, 1.1] as const;

/** Whether rows in this order lie so far apart that each page of the table would be read, and decrypted, again and again. */
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
 * The lines of rows in any order, made in the order of the table and put in theirs in memory: part by part, so that no more is held at a
 * time than `most` bytes. A part that turns out longer is made again in halves.
 */
export async function* gatheredLines(rowids: ArrayLike<number>, making: LineMaking, most = mostHeld): AsyncGenerator<CsvPiece> {
  const fitting = Math.floor(most / Math.max(1, slack * (await meanLength(rowids, making.alone))));
  const atOnce = wholeBlocks(Math.min(fitting, placesOfPart), making.rowsOfBlock);
  const arena = new Uint8Array(most + bytesOfPiece);
  // Put in order twice, once for the numbers of all and once for each: so the keys of one part are held at a time.
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

/** As many rows as fit, in whole blocks, of which there is one at least. */
function wholeBlocks(rows: number, rowsOfBlock: number): number {
  return Math.max(1, Math.floor(rows / rowsOfBlock)) * rowsOfBlock;
}

/** Rows that are held at once. */
interface Part {
  /** In the order that was asked for. */
  readonly rowids: readonly number[];
  /** In the order of the table: row number and place among them in one. */
  readonly keys: Float64Array;
}

function partOf(rowids: readonly number[]): Part {
  return { rowids, keys: Float64Array.from(rowids, (rowid, place) => rowid * placesOfPart + place).sort() };
}

/** The numbers of all rows as they are made, in memory that another thread may read as well. */
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

/** `made` gives the lines of the part next. */
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

/** Where lines are held, the same for all parts. */
type Arena = Uint8Array<ArrayBuffer>;

/** Lines one after the other; by the place of a row where its line begins and ends. Behind them is room for a piece. */
interface HeldLines {
  readonly arena: Arena;
  readonly end: number;
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  readonly guarded: number;
}

/** Null where they are longer; they are taken from `made` all the same. */
async function holdLines({ rowids, keys }: Part, made: AsyncGenerator<CsvLines>, arena: Arena): Promise<HeldLines | null> {
  const [from, to] = [new Uint32Array(rowids.length), new Uint32Array(rowids.length)];
  const tidy = createTidy();
  let [end, row, guarded, areTooLong] = [0, 0, 0, false];
  while (row < rowids.length) {
    const { value: lines } = (await made.next()) as IteratorResult<CsvLines, undefined>;
    if (lines === undefined) throw new RangeError('Lines of fewer rows came than were asked for.');
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
    tidy();
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
      // A line that is longer than the room behind them.
      yield { bytes: arena.subarray(from[row], to[row]), rows: 1, guarded: reported };
      row++;
    }
  }
}
