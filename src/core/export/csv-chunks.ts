import type { Chunks, Piece } from './chunks.ts';
import type { CountedNotes } from '../../shared/export-notes.ts';
import { exactCsv, excelCsv, type CsvWriter } from './csv.ts';
import type { ExportPlan } from './export-plan.ts';
import { leadingCells, type ExportTable } from './export-table.ts';
import { csvFromBytes } from './csv-from-bytes.ts';
import { createLineEncoder } from './line-bytes.ts';

/** A CSV file: its header, then the rows. */
export function csvChunks(table: ExportTable, plan: ExportPlan, notes: CountedNotes): Chunks {
  const writer = plan.format === 'csv-excel' ? excelCsv(table.columns, plan.delimiter, notes) : exactCsv(table.columns, plan.delimiter);
  return { of: table.of, columns: table.columns.length, pieces: pieces(writer, plan, table) };
}

function* pieces(writer: CsvWriter, { vocabulary, format }: ExportPlan, table: ExportTable): Generator<Piece> {
  const encode = createLineEncoder();
  yield { bytes: encode([writer.header(vocabulary)]), rows: 0 };
  // In csv-excel every text is looked at for what a spreadsheet would make of it.
  const source = format === 'csv' ? table.asBytes() : null;
  if (source === null) {
    for (const rows of table.pages()) yield { bytes: encode(records(writer, rows)), rows: rows.length };
    return;
  }
  const write = csvFromBytes(writer, source.fetcher);
  for (const rows of source.pages()) yield { bytes: write(rows), rows: rows.rowids.length };
}

function* records(writer: CsvWriter, rows: readonly Parameters<CsvWriter['record']>[0][]): Generator<string> {
  for (const row of rows) yield writer.record(row, leadingCells);
}
