import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { columns, type HostileColumn } from './hostile-labs.ts';
import { judgeRows, type Expected } from './judge-rows.ts';
import { programLines } from './program-lines.ts';
import { pythonThatCan } from './python.ts';
import { isExactNumber, serialOf } from './workbook-cells.ts';

/** A cell as such a reader gives it: a date is its serial number. */
type ReadCell = string | number | boolean | null;

/** A third-party program that opens workbooks. Its script prints each row of the data sheets as JSON. */
interface WorkbookReader {
  readonly what: string;
  /** The most rows that it can read, and why. */
  readonly most?: readonly [rows: number, why: string];
  /** The program with its arguments before the path of the workbook, or a text that says why it is not available. */
  readonly find: (folder: string) => readonly string[] | string;
}

const dataSheet = '^LB( [(][0-9]+[)])?$';

const sheetJs = `
const book = require('xlsx').readFile(process.argv[2], { cellDates: false, dense: false });
for (const name of book.SheetNames) {
  if (!/${dataSheet}/.test(name)) continue;
  const rows = require('xlsx').utils.sheet_to_json(book.Sheets[name], { header: 1, raw: true, defval: null, blankrows: true });
  for (const row of rows.slice(1)) console.log(JSON.stringify(Array.from({ length: ${String(columns.length)} }, (_, at) => row[at] ?? null)));
}`;

const exceljs = `
const { Workbook } = require('exceljs');
const serial = (value) => value instanceof Date ? (value.getTime() - Date.UTC(1899, 11, 30)) / 86400000 : value ?? null;
(async () => {
  const book = new Workbook();
  await book.xlsx.readFile(process.argv[2]);
  for (const sheet of book.worksheets) {
    if (!/${dataSheet}/.test(sheet.name)) continue;
    for (let row = 2; row <= sheet.rowCount; row++)
      console.log(JSON.stringify(Array.from({ length: ${String(columns.length)} }, (_, at) => serial(sheet.getRow(row).getCell(at + 1).value))));
  }
})();`;

const openpyxl = `
import json, re, sys, datetime, openpyxl
from openpyxl.utils.datetime import to_excel
book = openpyxl.load_workbook(sys.argv[1], read_only=False)
plain = lambda cell: to_excel(cell) if isinstance(cell, (datetime.datetime, datetime.date)) else cell
for sheet in book.worksheets:
    if re.search(r'${dataSheet}', sheet.title) is None: continue
    assert list(sheet.tables) != [], 'no table'
    for row in sheet.iter_rows(min_row=2, max_col=${String(columns.length)}, values_only=True): print(json.dumps([plain(cell) for cell in row]))`;

const readxl = `
path <- commandArgs(TRUE)[1]
for (name in readxl::excel_sheets(path)) {
  if (!grepl('${dataSheet}', name)) next
  rows <- readxl::read_excel(path, sheet = name, col_types = 'text', trim_ws = FALSE, .name_repair = 'minimal')
  quoted <- function(cell) ifelse(is.na(cell), 'null', paste0('"', gsub('"', '\\\\"', gsub('\\\\', '\\\\\\\\', gsub('[[:cntrl:]]', '', enc2utf8(cell)), fixed = TRUE), fixed = TRUE), '"'))
  writeLines(paste0('[', do.call(paste, c(lapply(rows, quoted), sep = ',')), ']'), stdout(), useBytes = TRUE)
}`;

const readers: readonly WorkbookReader[] = [
  {
    what: 'SheetJS',
    most: [20_000, 'it holds each sheet as one text of at most 512 MB'],
    find: (folder) => fromRegistry(folder, 'xlsx@0.18.5', sheetJs),
  },
  { what: 'exceljs', most: [20_000, 'it holds every cell as an object'], find: (folder) => fromRegistry(folder, 'exceljs@4.4.0', exceljs) },
  {
    what: 'openpyxl',
    most: [200_000, 'it takes some minutes and gigabytes for a million rows'],
    find: () => python('import openpyxl', openpyxl),
  },
  { what: 'readxl', find: () => (hasReadxl() ? ['Rscript', '--vanilla', '-e', readxl] : 'there is no R with readxl') },
];

function hasReadxl(): boolean {
  return spawnSync('Rscript', ['--vanilla', '-e', 'library(readxl)']).status === 0;
}

function python(needs: string, script: string): readonly string[] | string {
  const program = pythonThatCan(needs);
  return program === undefined ? 'there is no Python with it' : [program, '-c', script];
}

/** Installs a package for the campaign only, in a folder that is deleted afterwards. */
function fromRegistry(folder: string, name: string, script: string): readonly string[] | string {
  const installed = join(folder, name.split('@')[0] ?? name);
  mkdirSync(installed, { recursive: true });
  writeFileSync(join(installed, 'package.json'), '{"private":true}');
  writeFileSync(join(installed, 'read.cjs'), script);
  const args = ['install', '--prefix', installed, '--no-audit', '--no-fund', '--ignore-scripts', name];
  return spawnSync('npm', args, { stdio: 'ignore' }).status === 0
    ? [process.execPath, join(installed, 'read.cjs')]
    : 'it could not be installed';
}

/** Text that no reader is known to change: these readers check that a workbook opens and is complete, the others check each character. */
const ordinary = /^[!-~\u00a1-\u00ac\u00ae-\u024f](?:[ -~\u00a1-\u00ac\u00ae-\u024f]*[!-~\u00a1-\u00ac\u00ae-\u024f])?$/;

function judgeCell(found: ReadCell, cell: string | null, { kind }: HostileColumn): boolean {
  if (cell === null) return found === null || found === '';
  const serial = kind === 'datetime' ? serialOf(cell) : null;
  if (serial !== null) return Math.abs(Number(found) - serial) * 86_400 < 1;
  if (kind === 'number' && isExactNumber(cell)) return Math.abs(Number(found) - Number(cell)) <= Math.abs(Number(cell)) * 1e-12;
  return cell.length > 1000 || /_x/i.test(cell) || !ordinary.test(cell) || String(found) === cell;
}

/** Opens a workbook in every other reader that is available. */
export async function judgeByOtherReaders(path: string, expected: Expected) {
  const folder = mkdtempSync(join(tmpdir(), 'carrel-readers-'));
  const failures: string[] = [];
  const skipped: { what: string; why: string }[] = [];
  try {
    for (const { what, most, find } of readers) {
      if (most !== undefined && expected.labs > most[0]) {
        skipped.push({ what: `${what} over ${String(most[0])} rows`, why: most[1] });
        continue;
      }
      const command = find(folder);
      if (typeof command === 'string') {
        skipped.push({ what, why: command });
        continue;
      }
      const [program = '', ...args] = command;
      const rows = programLines(program, [...args, path]) as AsyncIterable<readonly ReadCell[]>;
      const wrong = await judgeRows(rows, expected, String, judgeCell);
      failures.push(...wrong.map((one) => `${what}: ${one}`));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return { failures, skipped };
}
