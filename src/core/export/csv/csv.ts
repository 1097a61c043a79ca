import type { Column, HeaderVocabulary } from '../../../shared/datasets/declaration.ts';
import { headerOf } from '../../../shared/datasets/headers.ts';
import { guardText } from '../../../shared/formula-guard.ts';
import type { CountedNotes } from '../../../shared/export-notes.ts';
import { listText } from '../../extract/stored-list.ts';

export type Delimiter = ',' | ';' | '\t';

/** A cell as a statement returns it: null, a number or its digits as sent, a text, or the JSON text of a list. */
export type StoredCell = string | number | null;

/** Turns rows into the lines of a CSV file. */
export interface CsvWriter {
  /** The header record, with a byte order mark if the form has one. */
  header(vocabulary: HeaderVocabulary): string;
  /** One record with its CR LF. The row's cells are in the order of the columns, after `skip` leading ones. */
  record(row: readonly StoredCell[], skip: number): string;
  /** One cell as written in the file. */
  cell(column: number, value: StoredCell): string;
  readonly delimiter: Delimiter;
  /** Characters that cause a text to be quoted; all are ASCII. */
  readonly quotedFor: string;
  /** Counts the cells and headings that are neutralised; null if none are. */
  readonly guarded: Guarded | null;
  readonly isList: (column: number) => boolean;
}

/** How many cells and headings got a leading apostrophe. */
export type Guarded = Pick<CountedNotes, 'guarded'>;

/** Format and delimiter of a CSV file. */
export interface CsvForm {
  readonly format: 'csv' | 'csv-excel';
  readonly delimiter: Delimiter;
}

/** Returns the writer of a form; `notes` counts what is neutralised. */
export function csvWriterOf({ format, delimiter }: CsvForm, columns: readonly Column[], notes: Guarded): CsvWriter {
  return format === 'csv' ? exactCsv(columns, delimiter) : excelCsv(columns, delimiter, notes);
}

/**
 * `csv`: RFC 4180, exact. UTF-8 without a byte order mark, CR LF. A cell is quoted only if it contains the delimiter, a quote, CR or LF, or
 * if it is an empty text (`""`), which distinguishes it from a missing value (nothing). Numbers are the digits as sent, lists are joined
 * with "; ". A record that would be an empty line is written as `""`.
 */
export function exactCsv(columns: readonly Column[], delimiter: Delimiter): CsvWriter {
  return csvWriter(columns, {
    delimiter,
    mark: '',
    quotedFor: `"${delimiter}\r\n`,
    guarded: null,
  });
}

/**
 * `csv-excel`: as {@link exactCsv}, with a byte order mark. Texts and headings that a spreadsheet would take for a formula begin with an
 * apostrophe, and a text that contains any common delimiter is quoted.
 */
export function excelCsv(columns: readonly Column[], delimiter: Delimiter, notes: Guarded): CsvWriter {
  return csvWriter(columns, { delimiter, mark: '\uFEFF', quotedFor: '",;\t\r\n', guarded: notes });
}

interface Form extends Pick<CsvWriter, 'delimiter' | 'quotedFor' | 'guarded'> {
  readonly mark: string;
}

export const lineEnd = '\r\n';
/** A record without any characters, which readers would otherwise skip. */
export const emptyRecord = '""';

function csvWriter(columns: readonly Column[], { delimiter, mark, quotedFor, guarded }: Form): CsvWriter {
  const special = new RegExp(`[${quotedFor}]`);
  const isList = columns.map((column) => column.kind === 'list');
  const isNumber = columns.map((column) => column.kind === 'number');

  function textCell(text: string): string {
    const safe = guarded === null ? text : guardText(text);
    if (guarded !== null && safe !== text) guarded.guarded++;
    return safe === '' || special.test(safe) ? quoted(safe) : safe;
  }

  function cell(column: number, value: StoredCell): string {
    if (value === null) return '';
    if (typeof value === 'number' || isNumber[column] === true) return String(value);
    return textCell(isList[column] === true ? listText(value) : value);
  }

  function record(row: readonly StoredCell[], skip: number): string {
    let line = '';
    for (let column = 0; column < columns.length; column++) {
      if (column > 0) line += delimiter;
      line += cell(column, row[column + skip] ?? null);
    }
    return (line === '' ? emptyRecord : line) + lineEnd;
  }

  return {
    header: (vocabulary) => mark + columns.map((column) => textCell(headerOf(column, vocabulary))).join(delimiter) + lineEnd,
    record,
    cell,
    delimiter,
    quotedFor,
    guarded,
    isList: (column) => isList[column] === true,
  };
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
