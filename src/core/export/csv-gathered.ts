import type { CsvLines, CsvPiece } from './csv-from-bytes.ts';

export type MadeLines = Iterable<CsvLines> | AsyncIterable<CsvLines>;
/** Makes the lines of rows by their numbers, in that order. */
export type MakeLines = (rowids: ArrayLike<number>) => MadeLines;

/** Fewer rows are read from pages that are all held in memory, in whatever order. */
const fewest = 250_000;
/** Of so many neighbours in an order one at least lies elsewhere in the table: else its pages are read about once anyway. */
const neighbours = 8;
/** A row number and its place in a part make one number that is exact: rows of a part, and row numbers that there may be. */
const [placesOfPart, highestRow] = [2 ** 20, 2 ** 32] as const;
/** Bytes of lines that are held at a time. */
const mostHeld = 64 * 1024 * 1024;
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
export async function* gatheredLines(rowids: ArrayLike<number>, make: MakeLines, most = mostHeld): AsyncGenerator<CsvPiece> {
  const fitting = Math.floor(most / Math.max(1, slack * (await meanLength(rowids, make))));
  const atOnce = Math.max(1, Math.min(fitting, placesOfPart));
  const arena = new Uint8Array(most + bytesOfPiece);
  const parts = Math.ceil(rowids.length / atOnce);
  for (let part = 0; part < parts; part++) {
    const [from, to] = [part, part + 1].map((at) => Math.round((at * rowids.length) / parts));
    yield* linesOfPart(Array.prototype.slice.call(rowids, from, to) as number[], make, arena);
  }
}

async function meanLength(rowids: ArrayLike<number>, make: MakeLines): Promise<number> {
  const count = Math.min(rowsTried, rowids.length);
  const tried = Array.from({ length: count }, (_, at) => rowids[Math.floor((at * rowids.length) / count)] ?? 0);
  let bytes = 0;
  for await (const lines of make(tried)) bytes += lines.bytes.length;
  return bytes / Math.max(1, count);
}

async function* linesOfPart(rowids: readonly number[], make: MakeLines, arena: Arena): AsyncGenerator<CsvPiece> {
  const held = rowids.length > 1 ? await holdLines(rowids, make, arena) : null;
  if (held !== null) yield* inTheirOrder(held, rowids.length);
  else if (rowids.length <= 1) yield* make(rowids);
  else {
    const half = Math.ceil(rowids.length / 2);
    yield* linesOfPart(rowids.slice(0, half), make, arena);
    yield* linesOfPart(rowids.slice(half), make, arena);
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

/** Null where they are longer. */
async function holdLines(rowids: readonly number[], make: MakeLines, arena: Arena): Promise<HeldLines | null> {
  const keys = Float64Array.from(rowids, (rowid, place) => rowid * placesOfPart + place).sort();
  const [from, to] = [new Uint32Array(rowids.length), new Uint32Array(rowids.length)];
  let [end, row, guarded] = [0, 0, 0];
  for await (const lines of make(keys.map((key) => Math.floor(key / placesOfPart)))) {
    if (end + lines.bytes.length > arena.length - bytesOfPiece) return null;
    arena.set(lines.bytes, end);
    let begin = end;
    for (const lineEnd of lines.ends) {
      const place = (keys[row++] ?? 0) % placesOfPart;
      from[place] = begin;
      begin = to[place] = end + lineEnd;
    }
    end += lines.bytes.length;
    guarded += lines.guarded;
  }
  return { arena, end, from, to, guarded };
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
