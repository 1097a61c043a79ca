import type { Codes } from '../../query/columns-in-memory/codes.ts';
import type { CsvWriter } from '../csv.ts';
import { ordinaryBytes, writtenByCell } from '../csv-shared-cells.ts';
import { LineBytes } from '../line-bytes.ts';
import { entryText, type EntryColumn } from './entry-columns.ts';

/** What stands in each line of a file at one place: the cell of a column, or those of shared columns side by side. */
export interface CsvField {
  /** By position a code, and by that the number of what stands there; `entryOf` null: it is the code. */
  readonly cells: Codes;
  readonly entryOf: Codes | null;
  /** What number `n` stands for reaches from `starts[n]` to `starts[n + 1]`. */
  readonly bytes: Uint8Array;
  readonly starts: Uint32Array;
  /** By number, how many cells got an apostrophe in front; null: none did. */
  readonly guarded: Uint8Array | null;
}

/** The lines of a file as fields: each delimiter but those within a field is still to be written. */
export interface CsvFields {
  readonly fields: readonly CsvField[];
  readonly delimiter: number;
}

/** Combinations of shared cells that are put side by side once; of more, each cell is one by itself. */
const mostTogether = 20_000;

/** Makes each different cell of the columns once, as a new `writer` that counts anew does. */
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
  /** By the first byte of a text whether it goes through the writer in any case. */
  readonly isBeginning: Uint8Array;
  readonly delimiter: number;
}

function columnAt(columns: readonly EntryColumn[], column: number): EntryColumn {
  const found = columns[column];
  if (found === undefined) throw new RangeError('A field is of no column.');
  return found;
}

/** The field of one column. */
function ownField(form: Form, columns: readonly EntryColumn[], column: number): CsvField {
  const of = columnAt(columns, column);
  const { cells, entryOf, bytes, starts, count } = of;
  if (areWrittenAsTheyAre(form, of)) return { cells, entryOf, bytes, starts, guarded: null };
  return { cells, entryOf, ...made(form, count + 1, (lines, entry) => addCell(form, column, of, entry, lines)) };
}

/** The field of shared columns that stand side by side, by combination. */
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

/** Whether all texts of a column stand in a file as they are. */
function areWrittenAsTheyAre({ writer, isOrdinary, isBeginning }: Form, { kind, occurring, count, bytes, starts }: EntryColumn): boolean {
  if (kind === 'number') return true;
  if (kind === 'list' || (count > 0 && starts[1] === starts[2])) return false;
  for (let byte = 0; byte < occurring.length; byte++) if (occurring[byte] === 1 && isOrdinary[byte] === 0) return false;
  if (writer.guarded === null) return true;
  for (let entry = 1; entry <= count; entry++) if (isBeginning[bytes[starts[entry] ?? 0] ?? 0] === 1) return false;
  return true;
}

/** Adds a cell as the writer has it. */
function addCell({ writer, isOrdinary, isBeginning }: Form, column: number, of: EntryColumn, entry: number, lines: LineBytes): void {
  if (entry === 0) return;
  const { kind, bytes, starts } = of;
  const [from, to] = [starts[entry] ?? 0, starts[entry + 1] ?? 0];
  let isAsItIs = kind === 'number' || (kind !== 'list' && from < to && isBeginning[bytes[from] ?? 0] === 0);
  if (kind !== 'number') for (let at = from; isAsItIs && at < to; at++) isAsItIs = isOrdinary[bytes[at] ?? 0] === 1;
  if (isAsItIs) lines.addBytes(bytes.subarray(from, to));
  else lines.add(writer.cell(column, entryText(of, entry)));
}

/** Makes what stands at a place, number by number. */
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
