import { guardText } from '../../../shared/formula-guard.ts';
import { mark, type RowBytesFetcher } from '../../query/fetch-row-bytes.ts';
import type { StoredRow } from '../../query/fetch-rows.ts';
import type { CsvWriter } from './csv.ts';

/** Maximum length up to which adjacent shared cells are held as one text. Longer ones may recur in many combinations. */
const mostTogether = 256;

/** What is added to a line, column by column; each step includes the delimiter before it. */
export type Step =
  | { readonly is: 'text'; readonly column: number }
  | { readonly is: 'number'; readonly column: number; readonly at: number }
  | { readonly is: 'shared'; readonly run: number };

/** The shared cells of a combination, as written in each of its lines. */
export interface SharedCells {
  /** By run: the bytes to add, in order. */
  readonly runs: readonly (readonly Uint8Array[])[];
  /** How many of these cells got a leading apostrophe. */
  readonly guarded: number;
}

/**
 * Returns the steps of every line, and the shared cells by the number of their combination. Each combination is made only once, however
 * many rows have it.
 */
export function lineSteps(
  writer: CsvWriter,
  { places, combinations }: Omit<RowBytesFetcher, 'fetch'>,
): { readonly steps: readonly Step[]; readonly cellsOf: (combination: number) => SharedCells } {
  const steps: Step[] = [];
  const runs: number[][] = [];
  places.forEach((place, column) => {
    if (place.in === 'texts') steps.push({ is: 'text', column });
    else if (place.in === 'numbers') steps.push({ is: 'number', column, at: place.at });
    else if (steps.at(-1)?.is === 'shared') runs.at(-1)?.push(column);
    else steps.push({ is: 'shared', run: runs.push([column]) - 1 });
  });
  const once = new Map<string, Uint8Array>();
  const bytesOf = (text: string): Uint8Array => {
    const bytes = once.get(text) ?? Buffer.from(text);
    once.set(text, bytes);
    return bytes;
  };
  const cellIn = (column: number, cells: StoredRow): string => {
    const place = places[column];
    const cell = place?.in === 'combination' ? writer.cell(column, cells[place.at] ?? null) : '';
    return column > 0 ? writer.delimiter + cell : cell;
  };
  const make = (cells: StoredRow): SharedCells => {
    const before = writer.guarded?.guarded ?? 0;
    const made = runs.map((columns) => {
      const texts = columns.map((column) => cellIn(column, cells));
      const together = texts.join('');
      return together.length <= mostTogether ? [bytesOf(together)] : texts.map(bytesOf);
    });
    return { runs: made, guarded: (writer.guarded?.guarded ?? 0) - before };
  };
  const known = new Map([...combinations].map(([number, cells]) => [Number(number), make(cells)]));
  const none = make([]);
  return { steps, cellsOf: (combination) => known.get(combination) ?? none };
}

/** For each byte, whether a text that contains it can be written without quotes. */
export function ordinaryBytes({ quotedFor }: CsvWriter): Uint8Array {
  const isOrdinary = new Uint8Array(256).fill(1, 0, mark.row);
  for (const byte of Buffer.from(quotedFor)) isOrdinary[byte] = 0;
  return isOrdinary;
}

/**
 * For each byte, whether a text that begins with it goes through the writer: texts that may need an apostrophe, and those that begin with a
 * non-ASCII character.
 */
export function writtenByCell({ guarded }: CsvWriter): Uint8Array {
  const beginnings = new Uint8Array(256);
  if (guarded === null) return beginnings;
  beginnings.fill(1, 0x80, mark.row);
  for (let byte = 0; byte < 0x80; byte++) {
    // A sign may follow white space.
    const text = `${String.fromCharCode(byte)}=`;
    if (guardText(text) !== text) beginnings[byte] = 1;
  }
  return beginnings;
}
