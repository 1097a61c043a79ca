import type { Chunks, Piece } from './chunks.ts';
import type { CountedNotes } from '../../shared/export-notes.ts';
import { exactCsv, excelCsv, type CsvWriter } from './csv.ts';
import type { ExportPlan } from './export-plan.ts';
import { leadingCells, type ExportTable } from './export-table.ts';
import { createLineEncoder } from './line-bytes.ts';

/** A CSV file: its header, then the rows. */
export function csvChunks(table: ExportTable, plan: ExportPlan, notes: CountedNotes): Chunks {
  const writer = plan.format === 'csv-excel' ? excelCsv(table.columns, plan.delimiter, notes) : exactCsv(table.columns, plan.delimiter);
  return { of: table.of, columns: table.columns.length, pieces: pieces(writer, plan, table) };
}

function* pieces(writer: CsvWriter, { vocabulary }: ExportPlan, table: ExportTable): Generator<Piece> {
  const encode = createLineEncoder();
  yield { bytes: encode([writer.header(vocabulary)]), rows: 0 };
  for (const rows of table.pages()) yield { bytes: encode(records(writer, rows)), rows: rows.length };
}

function* records(writer: CsvWriter, rows: readonly Parameters<CsvWriter['record']>[0][]): Generator<string> {
  for (const row of rows) yield writer.record(row, leadingCells);
}
