import type { CountedNotes } from '../../shared/export-notes.ts';
import type { StoredRow } from '../query/fetch-rows.ts';
import type { Chunks, Piece } from './chunks.ts';
import { leadingCells, type ExportTable } from './export-table.ts';

/*
 * Characters in a file that may not be what was sent, or that readers may lose: U+FFFD, which replaces half of a surrogate pair, and
 * U+0000, at which some programs end a text.
 */

export type StrangeNotes = Pick<CountedNotes, 'replaced' | 'nul'>;

const strange = /[\0\ufffd]/g;
const mayBeStrange = /[\0\ufffd]/;

/** Returns the same table, with such characters counted during its first reading. */
export function countingStrange(table: ExportTable, notes: StrangeNotes): ExportTable {
  let readings = 0;
  return {
    ...table,
    *pages() {
      const isFirst = readings++ === 0;
      for (const rows of table.pages()) {
        if (isFirst) for (const row of rows) countInRow(row, notes);
        yield rows;
      }
    },
  };
}

/** Counts them in the cells of a row, after its row number. */
export function countInRow(row: StoredRow, notes: StrangeNotes): void {
  for (let at = leadingCells; at < row.length; at++) {
    const cell = row[at];
    if (typeof cell !== 'string' || !mayBeStrange.test(cell)) continue;
    for (const [found] of cell.matchAll(strange)) notes[found === '\0' ? 'nul' : 'replaced']++;
  }
}

const replacement = Buffer.from('\ufffd');
const nul = Buffer.of(0);

/** Returns the same pieces and counts their bytes (UTF-8) as they pass. */
export async function* countingBytes(pieces: Chunks['pieces'], notes: StrangeNotes): AsyncGenerator<Piece> {
  for await (const piece of pieces) {
    countInBytes(piece.bytes, notes);
    yield piece;
  }
}

/** Counts them in UTF-8 text. */
export function countInBytes(bytes: Uint8Array, notes: StrangeNotes): void {
  notes.replaced += occurrences(bytes, replacement);
  notes.nul += occurrences(bytes, nul);
}

function occurrences(bytes: Uint8Array, wanted: Buffer): number {
  const looked = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let found = 0;
  for (let at = looked.indexOf(wanted); at >= 0; at = looked.indexOf(wanted, at + wanted.length)) found++;
  return found;
}
