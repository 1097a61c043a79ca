import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';
import { exportLabs, type ExportedFile } from './exported-file.ts';
import { columns, hostileLab } from './hostile-labs.ts';
import { judgeRows, type Expected } from './judge-rows.ts';
import { pythonLines, pythonThatCan } from './python.ts';
import type { FormatTrial } from './trial.ts';

/** Python's reader, which refused NUL before 3.11. */
const script = `
import csv, json, sys
csv.field_size_limit(1_000_000)
with open(sys.argv[1], newline='', encoding=sys.argv[3]) as file:
    for record in csv.reader(file, delimiter=sys.argv[2], strict=True): print(json.dumps(record))`;
const takesNul = 'import sys; sys.exit(sys.version_info < (3, 11))';

interface Form {
  readonly format: 'csv' | 'csv-excel';
  readonly delimiter: ',' | ';';
}

/** Cells by RFC 4180: an empty quoted cell is an empty text, an empty bare one no value. */
async function* parsed(path: string, { format, delimiter }: Form): AsyncGenerator<readonly (string | null)[]> {
  const cast = (value: string, { quoting }: { readonly quoting: boolean }): string | null => (value === '' && !quoting ? null : value);
  const options = { delimiter, bom: format === 'csv-excel', record_delimiter: '\r\n', cast };
  yield* createReadStream(path).pipe(parse(options)) as AsyncIterable<readonly (string | null)[]>;
}

async function* withoutHeader<T>(rows: AsyncIterable<readonly T[]>): AsyncGenerator<readonly T[]> {
  let isHeader = true;
  for await (const row of rows) {
    if (isHeader && row.length !== columns.length) throw new Error(`${String(row.length)} headings`);
    if (!isHeader) yield row;
    isHeader = false;
  }
}

/** Whether a spreadsheet may take a cell for a formula, also after white space or invisible characters. A plain number is not one. */
function isFormula(cell: string): boolean {
  return (
    (/^[\t\r\n]/.test(cell) || /^[=+\-@＝＋－＠]/.test(cell.replace(/^[\s\p{Cc}\p{Cf}]+/u, ''))) && !/^[+-]?(\d+\.?\d*|\.\d+)$/.test(cell)
  );
}

function asWritten(format: Form['format'], expected: string | null, isNumber: boolean): string | null {
  return format === 'csv-excel' && expected !== null && !isNumber && isFormula(expected) ? `'${expected}` : expected;
}

async function judgeForm(
  dataDir: string,
  path: string,
  form: Form,
  expected: Expected,
): Promise<readonly [ExportedFile, readonly string[]]> {
  const file = await exportLabs(dataDir, path, form.format, ['--delimiter', form.delimiter]);
  const wrong = await judgeRows(withoutHeader(parsed(path, form)), expected, String, (found, cell, { kind }) => {
    const isNumber = kind === 'number';
    return found === asWritten(form.format, cell, isNumber) && (form.format === 'csv' || isNumber || found === null || !isFormula(found));
  });
  return [file, wrong.map((what) => `csv-parse: ${what}`)];
}

/** The number of texts and headings that need an apostrophe. */
function countGuarded({ labs, seed }: Expected): number {
  let guarded = 0;
  for (let n = 0; n < labs; n++)
    for (const [at, cell] of hostileLab(n, seed).cells.entries())
      if (cell !== null && columns[at]?.kind !== 'number' && isFormula(cell)) guarded++;
  return guarded;
}

function trialOf(form: Form): FormatTrial {
  return {
    format: form.format,
    async run(dataDir, path, expected) {
      const [file, failures] = await judgeForm(dataDir, path, form, expected);
      const reported = form.format === 'csv' ? 0 : countGuarded(expected);
      const miscounted =
        file.notes.guarded === reported ? [] : [`${String(file.notes.guarded)} guarded cells instead of ${String(reported)}`];
      const python = pythonThatCan(takesNul);
      if (python === undefined)
        return {
          file,
          failures: [...failures, ...miscounted],
          skipped: [{ what: "Python's csv", why: 'there is no Python 3.11 or later' }],
        };
      const encoding = form.format === 'csv' ? 'utf-8' : 'utf-8-sig';
      const rows = pythonLines(python, script, [path, form.delimiter, encoding]) as AsyncIterable<readonly string[]>;
      const wrong = await judgeRows(
        withoutHeader(rows),
        expected,
        String,
        // It does not distinguish an empty text from no value.
        (found, cell, { kind }) => found === (asWritten(form.format, cell, kind === 'number') ?? ''),
      );
      return { file, failures: [...failures, ...miscounted, ...wrong.map((what) => `Python's csv: ${what}`)], skipped: [] };
    },
  };
}

/** Both CSV formats, by csv-parse and by Python's csv module. */
export const csvTrials: readonly FormatTrial[] = [
  trialOf({ format: 'csv', delimiter: ',' }),
  trialOf({ format: 'csv-excel', delimiter: ';' }),
];
