import type { Column, HeaderVocabulary } from '../../shared/datasets/declaration.ts';
import { headerOf } from '../../shared/datasets/headers.ts';
import { guardText } from '../../shared/formula-guard.ts';

export type Delimiter = ',' | ';' | '\t';

/** A cell as a statement gives it: null, a number or its digits as sent, a text, or the JSON text of a list. */
export type StoredCell = string | number | null;

/** Turns rows into the lines of a CSV file. */
export interface CsvWriter {
  /** The header record, with the byte order mark where the form has one. */
  header(vocabulary: HeaderVocabulary): string;
  /** One record with its CR LF. The row's cells stand in the order of the columns, after `skip` leading ones. */
  record(row: readonly StoredCell[], skip: number): string;
  /** Cells and headings neutralised so far. */
  guarded(): number;
}

/**
 * `csv`: RFC 4180, exact. UTF-8 without a mark; CR LF; a cell stands between quotes only where it holds the delimiter, a quote,
 * CR or LF, or where it is an empty text (`""`), which is how it differs from no value (nothing). Numbers are the digits as sent,
 * lists are joined with "; ". A record that would be an empty line is written `""`.
 */
export function exactCsv(columns: readonly Column[], delimiter: Delimiter): CsvWriter {
  return csvWriter(columns, {
    delimiter,
    mark: '',
    special: delimiter === ',' ? /[",\r\n]/ : delimiter === ';' ? /[";\r\n]/ : /["\t\r\n]/,
    guards: false,
  });
}

/**
 * `csv-excel`: as {@link exactCsv} with a byte order mark; texts and headings that a spreadsheet would take for a formula
 * begin with an apostrophe, and a text that holds any usual delimiter stands between quotes.
 */
export function excelCsv(columns: readonly Column[], delimiter: Delimiter): CsvWriter {
  return csvWriter(columns, { delimiter, mark: '\uFEFF', special: /[",;\t\r\n]/, guards: true });
}

interface Form {
  readonly delimiter: Delimiter;
  readonly mark: string;
  readonly special: RegExp;
  readonly guards: boolean;
}

const end = '\r\n';

function csvWriter(columns: readonly Column[], { delimiter, mark, special, guards }: Form): CsvWriter {
  let guarded = 0;
  const isList = columns.map((column) => column.kind === 'list');
  const isText = columns.map((column) => column.kind !== 'number');

  function textCell(text: string): string {
    const safe = guards ? guardText(text) : text;
    if (safe !== text) guarded++;
    return safe === '' || special.test(safe) ? quoted(safe) : safe;
  }

  function record(row: readonly StoredCell[], skip: number): string {
    let line = '';
    for (let index = 0; index < columns.length; index++) {
      if (index > 0) line += delimiter;
      const cell = row[index + skip] ?? null;
      if (cell === null) continue;
      if (typeof cell === 'number' || isText[index] === false) line += String(cell);
      else line += textCell(isList[index] === true ? joinList(cell) : cell);
    }
    return (line === '' ? '""' : line) + end;
  }

  return {
    header: (vocabulary) => mark + columns.map((column) => textCell(headerOf(column, vocabulary))).join(delimiter) + end,
    record,
    guarded: () => guarded,
  };
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/** A list as stored, as the one text of its cell. */
function joinList(stored: string): string {
  return (JSON.parse(stored) as readonly string[]).join('; ');
}
