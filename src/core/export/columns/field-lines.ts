import type { RowOrder } from '../../query/columns-in-memory/cached-dataset.ts';
import type { Blocks } from '../csv/csv-blocks.ts';
import type { CsvPiece } from '../csv/csv-from-bytes.ts';
import { emptyRecord, lineEnd } from '../csv/csv.ts';
import type { CsvField, CsvFields } from './csv-fields.ts';

/** Rows whose lines are made at once. */
const rowsAtOnce = 4000;
/** Initial size in bytes of the buffer for these lines. */
const firstRoom = 1024 * 1024;

const [lineEndBytes, emptyRecordBytes] = [lineEnd, emptyRecord].map((text) => Uint8Array.from(Buffer.from(text))) as [
  Uint8Array,
  Uint8Array,
];

/** Returns the lines of rows by their positions, block by block. */
export function fieldLines({ fields, delimiter }: CsvFields, positions: RowOrder): Blocks<CsvPiece> {
  const cells = fields.map(() => new Uint32Array(rowsAtOnce));
  let room = new Uint8Array(firstRoom);
  return {
    count: Math.ceil(positions.length / rowsAtOnce),
    *lines(block) {
      const wanted = positions.subarray(block * rowsAtOnce, (block + 1) * rowsAtOnce);
      let [bytes, guarded] = [wanted.length * (lineEndBytes.length + fields.length + emptyRecordBytes.length), 0];
      for (const [at, field] of fields.entries()) {
        const numbers = cells[at] ?? new Uint32Array(rowsAtOnce);
        bytes += readCells(field, wanted, numbers);
        guarded += countGuarded(field, numbers, wanted.length);
      }
      if (bytes > room.length) room = new Uint8Array(bytes * 1.25);
      const end = putLines(fields, cells, wanted.length, delimiter, room);
      yield { bytes: room.subarray(0, end), rows: wanted.length, guarded };
    },
  };
}

/** Stores the entry number of each row in `numbers` and returns the total bytes of these entries. */
function readCells({ cells, entryOf, starts }: CsvField, positions: RowOrder, numbers: Uint32Array): number {
  let bytes = 0;
  for (let row = 0; row < positions.length; row++) {
    const code = cells[positions[row] ?? 0] ?? 0;
    const number = entryOf === null ? code : (entryOf[code] ?? 0);
    numbers[row] = number;
    bytes += (starts[number + 1] ?? 0) - (starts[number] ?? 0);
  }
  return bytes;
}

function countGuarded({ guarded }: CsvField, numbers: Uint32Array, rows: number): number {
  if (guarded === null) return 0;
  let count = 0;
  for (let row = 0; row < rows; row++) count += guarded[numbers[row] ?? 0] ?? 0;
  return count;
}

/** Writes lines from the start of `room`, which is large enough, and returns their end. */
function putLines(fields: readonly CsvField[], cells: readonly Uint32Array[], rows: number, delimiter: number, room: Uint8Array): number {
  let end = 0;
  for (let row = 0; row < rows; row++) {
    const begin = end;
    for (let at = 0; at < fields.length; at++) {
      const field = fields[at];
      if (field === undefined) continue;
      const { bytes, starts } = field;
      if (at > 0) room[end++] = delimiter;
      const number = cells[at]?.[row] ?? 0;
      const to = starts[number + 1] ?? 0;
      for (let from = starts[number] ?? 0; from < to; from++) room[end++] = bytes[from] ?? 0;
    }
    if (end === begin) for (const byte of emptyRecordBytes) room[end++] = byte;
    for (const byte of lineEndBytes) room[end++] = byte;
  }
  return end;
}
