import type { Piece } from '../chunks.ts';
import type { StrangeNotes } from '../count-strange.ts';
import type { GatheredCells } from './gathered-cells.ts';
import { bytesOfGroup } from './group-size.ts';
import type { ParquetColumn } from './parquet-columns.ts';
import { compression } from './compression.ts';
import type { Pack } from './page-maker.ts';
import { GroupMaker, GroupWriter, type Group } from './row-group.ts';

const turn: Piece = { bytes: new Uint8Array(), rows: 0 };

/** Gathers the cells of rows, in whatever form they come, until they are enough for a row group. */
export interface Gatherer<R> {
  readonly rows: number;
  /** Bytes of the texts that it holds. */
  readonly bytes: number;
  add(rows: R): void;
  /** The cells of a column that were gathered, by its place among those asked for; they are valid until `clear`. */
  cellsOf(place: number): GatheredCells;
  /** What was counted in all of the cells. */
  counted(): StrangeNotes;
  clear(): void;
}

/** How row groups are made of rows. */
export interface GroupSource<R> {
  readonly columns: readonly ParquetColumn[];
  readonly rows: number;
  /** Rows of a group at most. */
  readonly ofGroup: number;
  /** Rows that are read at once. */
  readonly atOnce: number;
  /** Holds as many rows as a group has at most. */
  readonly gathererOf: (most: number) => Gatherer<R>;
  /** Gives rows from one place to another. */
  readonly read: (from: number, to: number) => Iterable<R>;
}

/** Bytes of pages that may wait to be compressed on another thread; beyond them this one does it. */
const mostWaiting = 16 * 1024 * 1024;

/**
 * Row groups one after the other, of which one is compressed on another thread while the next is gathered. An empty piece now and then gives
 * others their turn.
 */
export async function* groupsOfRows<R>(source: GroupSource<R>): AsyncGenerator<Piece> {
  const writer = new GroupWriter(compression);
  let before: Promise<Group<Uint8Array>> | null = null;
  for (const group of gatheredGroups(source, packBeside())) {
    if (group === null) {
      yield turn;
      continue;
    }
    if (before !== null) yield* writer.pieces(await before);
    before = packed(group);
    // It may fail while the next group is gathered and nobody waits for it: it is asked about later.
    before.catch(() => undefined);
  }
  if (before !== null) yield* writer.pieces(await before);
}

/** The groups; null now and then gives others their turn. */
function* gatheredGroups<R, P>(
  { columns, rows, ofGroup, atOnce, gathererOf, read }: GroupSource<R>,
  pack: Pack<P>,
): Generator<Group<P> | null> {
  const most = Math.min(ofGroup, rows);
  const gathered = gathererOf(most);
  const maker = new GroupMaker(columns, most, pack);
  const group = (): Group<P> => {
    const made = maker.group((place) => gathered.cellsOf(place), gathered.rows, gathered.counted());
    gathered.clear();
    return made;
  };
  for (let first = 0; first < rows;) {
    const next = Math.min(first + atOnce, first + most - gathered.rows, rows);
    for (const part of read(first, next)) {
      gathered.add(part);
      if (gathered.bytes > bytesOfGroup) yield group();
    }
    first = next;
    if (gathered.rows === most) yield group();
    else yield null;
  }
  if (gathered.rows > 0) yield group();
}

/** One page after the other: their memory is that of one. */
function packBeside(): Pack<Uint8Array | Promise<Uint8Array>> {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  return (bytes, areIds) => {
    if (waiting + bytes.length > mostWaiting) return compression.compress(bytes, areIds);
    waiting += bytes.length;
    const own = bytes.slice();
    const compressed = last.then(async () => compression.compressLater(own, areIds));
    last = compressed.then(
      () => (waiting -= own.length),
      () => undefined,
    );
    return compressed;
  };
}

async function packed({ chunks, ...group }: Group<Uint8Array | Promise<Uint8Array>>): Promise<Group<Uint8Array>> {
  const pagesOf = async (pages: (typeof chunks)[number]['pages']) =>
    Promise.all(pages.map(async (page) => ({ ...page, packed: await page.packed })));
  return { ...group, chunks: await Promise.all(chunks.map(async ({ pages, facts }) => ({ pages: await pagesOf(pages), facts }))) };
}
