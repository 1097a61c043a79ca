import type { Codes } from '../../query/columns-in-memory/codes.ts';
import type { CsvWriter } from '../csv/csv.ts';
import { ordinaryBytes, writtenByCell } from '../csv/csv-shared-cells.ts';
import { LineBytes } from '../line-bytes.ts';
import { entryText, type EntryColumn } from './entry-columns.ts';

/** One field of each line of a file: the cell of a column, or adjacent shared cells together. */
export interface CsvField {
  /** Code by position, and entry number by code. If `entryOf` is null, the code is the entry number. */
  readonly cells: Codes;
  readonly entryOf: Codes | null;
  /** Entry `n` reaches from `starts[n]` to `starts[n + 1]`. */
  readonly bytes: Uint8Array;
  readonly starts: Uint32Array;
  /** By entry, how many cells got a leading apostrophe; null if none did. */
  readonly guarded: Uint8Array | null;
}

/** The lines of a file as fields. The delimiters between fields are still to be written; those within a field are included. */
export interface CsvFields {
  readonly fields: readonly CsvField[];
  readonly delimiter: number;
}

/** Up to this many combinations of shared cells are joined once; with more, each cell is its own field. */
const mostTogether = 20_000;

/** Makes each distinct cell of the columns once, exactly as `writer` does; `writer` must be new, with a count of its own. */
export function csvFields(writer: CsvWriter, columns: readonly EntryColumn[]): CsvFields {
  const form: Form = {
    writer,
    isOrdinary: ordinaryBytes(writer),
    isBeginning: writtenByCell(writer),
    delimiter: writer.delimiter.charCodeAt(0),
  };
  const fields: CsvField[] = [];
  let run: number[] = [];
  const endRun = (): void => {
    const [first] = run;
    const combinations = first === undefined ? 0 : (columns[first]?.entryOf?.length ?? 0);
    if (combinations > mostTogether) fields.push(...run.map((column) => ownField(form, columns, column)));
    else if (combinations > 0) fields.push(fieldTogether(form, columns, run));
    run = [];
  };
  for (const [column, { entryOf }] of columns.entries()) {
    if (entryOf !== null) run.push(column);
    else {
      endRun();
      fields.push(ownField(form, columns, column));
    }
  }
  endRun();
  return { fields, delimiter: form.delimiter };
}

interface Form {
  readonly writer: CsvWriter;
  readonly isOrdinary: Uint8Array;
  /** By first byte: whether a text goes through the writer in any case. */
  readonly isBeginning: Uint8Array;
  readonly delimiter: number;
}

function columnAt(columns: readonly EntryColumn[], column: number): EntryColumn {
  const found = columns[column];
  if (found === undefined) throw new RangeError('A field belongs to no column.');
  return found;
}

/** The field of one column. */
function ownField(form: Form, columns: readonly EntryColumn[], column: number): CsvField {
  const of = columnAt(columns, column);
  const { cells, entryOf, bytes, starts, count } = of;
  if (areWrittenAsTheyAre(form, of)) return { cells, entryOf, bytes, starts, guarded: null };
  return { cells, entryOf, ...made(form, count + 1, (lines, entry) => addCell(form, column, of, entry, lines)) };
}

/** The field of adjacent shared columns, by combination. */
function fieldTogether(form: Form, columns: readonly EntryColumn[], run: readonly number[]): CsvField {
  const parts = run.map((column) => columnAt(columns, column));
  const [{ cells, entryOf }] = parts as [EntryColumn];
  return {
    cells,
    entryOf: null,
    ...made(form, entryOf?.length ?? 0, (lines, combination) => {
      for (const [at, part] of parts.entries()) {
        if (at > 0) lines.addByte(form.delimiter);
        addCell(form, run[at] ?? 0, part, part.entryOf?.[combination] ?? 0, lines);
      }
    }),
  };
}

/** Whether all texts of a column are written to a file unchanged. */
function areWrittenAsTheyAre({ writer, isOrdinary, isBeginning }: Form, { kind, occurring, count, bytes, starts }: EntryColumn): boolean {
  if (kind === 'number') return true;
  if (kind === 'list' || (count > 0 && starts[1] === starts[2])) return false;
  for (let byte = 0; byte < occurring.length; byte++) if (occurring[byte] === 1 && isOrdinary[byte] === 0) return false;
  if (writer.guarded === null) return true;
  for (let entry = 1; entry <= count; entry++) if (isBeginning[bytes[starts[entry] ?? 0] ?? 0] === 1) return false;
  return true;
}

/** Adds a cell exactly as the writer writes it. */
function addCell({ writer, isOrdinary, isBeginning }: Form, column: number, of: EntryColumn, entry: number, lines: LineBytes): void {
  if (entry === 0) return;
  const { kind, bytes, starts } = of;
  const [from, to] = [starts[entry] ?? 0, starts[entry + 1] ?? 0];
  let isAsItIs = kind === 'number' || (kind !== 'list' && from < to && isBeginning[bytes[from] ?? 0] === 0);
  if (kind !== 'number') for (let at = from; isAsItIs && at < to; at++) isAsItIs = isOrdinary[bytes[at] ?? 0] === 1;
  if (isAsItIs) lines.addBytes(bytes.subarray(from, to));
  else lines.add(writer.cell(column, entryText(of, entry)));
}

/** Makes the entries of a field, in order. */
function made(
  { writer }: Form,
  count: number,
  add: (lines: LineBytes, entry: number) => void,
): Pick<CsvField, 'bytes' | 'starts' | 'guarded'> {
  const lines = new LineBytes();
  const starts = new Uint32Array(count + 1);
  const guarded = writer.guarded === null ? null : new Uint8Array(count);
  lines.begin();
  for (let entry = 0; entry < count; entry++) {
    const before = writer.guarded?.guarded ?? 0;
    add(lines, entry);
    starts[entry + 1] = lines.end;
    if (guarded !== null) guarded[entry] = (writer.guarded?.guarded ?? 0) - before;
  }
  const bytes = new Uint8Array(lines.end);
  bytes.set(lines.written());
  return { bytes, starts, guarded: guarded?.some((cells) => cells > 0) === true ? guarded : null };
}
