import Database from 'better-sqlite3-multiple-ciphers';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { exportedColumns, type ExportJob } from './export-job.ts';

/** The part of exceljs that is used; it is installed for the benchmark only. */
interface Exceljs {
  readonly stream: { readonly xlsx: { readonly WorkbookWriter: new (options: object) => WorkbookWriter } };
}

interface WorkbookWriter {
  addWorksheet(name: string, options: object): WorksheetWriter;
  commit(): Promise<void>;
}

interface WorksheetWriter {
  columns: readonly object[];
  autoFilter: object;
  addRow(cells: readonly unknown[]): { commit(): void };
  commit(): void;
}

const times = new Set(['collected']);
const rowsBetweenTurns = 1000;

/** The same workbook by exceljs' streaming writer, as documented: header, widths, filter, dates as dates, rows committed one by one. */
export async function writeWithExceljs({ plain, installed, out }: Extract<ExportJob, { writer: 'exceljs' }>): Promise<void> {
  const { stream } = createRequire(join(installed, 'package.json'))('exceljs') as Exceljs;
  const book = new stream.xlsx.WorkbookWriter({ filename: out, useStyles: true, useSharedStrings: false });
  const sheet = book.addWorksheet('LB', { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.columns = exportedColumns.map((name) => ({
    header: name,
    width: 16,
    style: { numFmt: times.has(name) ? 'yyyy-mm-dd hh:mm:ss' : 'General' },
  }));
  sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: 1, column: exportedColumns.length } };
  const db = new Database(plain, { readonly: true });
  const rows = db
    .prepare<[], (string | number | null)[]>(
      `SELECT ${exportedColumns.map((name) => `"${name}"`).join(', ')} FROM labs ORDER BY subject, collected_at, rowid`,
    )
    .raw();
  let written = 0;
  for (const row of rows.iterate()) {
    sheet
      .addRow(row.map((cell, at) => (times.has(exportedColumns[at] ?? '') && typeof cell === 'string' ? new Date(`${cell}Z`) : cell)))
      .commit();
    // Its streams are flushed only between turns of the event loop.
    if (++written % rowsBetweenTurns === 0) await setImmediate();
  }
  sheet.commit();
  await book.commit();
  db.close();
}
