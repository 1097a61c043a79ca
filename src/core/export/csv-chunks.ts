import { datasets } from '../../shared/datasets/datasets.ts';
import { sqlCell } from '../query/columns.ts';
import { rowFetcher } from '../query/fetch-rows.ts';
import { selectRowids } from '../query/rows.ts';
import type { StudyReader } from '../query/study-directory.ts';
import type { Chunks, Piece } from './chunks.ts';
import { exactCsv, excelCsv, type CsvWriter } from './csv.ts';
import { exportColumns, type ExportPlan } from './export-plan.ts';
import { createLineEncoder } from './line-bytes.ts';

/** Rows read at once: more gain nothing, fewer cost statements. */
const rowsAtOnce = 2000;

/** A CSV file: its header, then the selected rows in their order. */
export function csvChunks(study: StudyReader, plan: ExportPlan): Chunks {
  const dataset = datasets[plan.selection.dataset];
  const columns = exportColumns(dataset, plan.columns);
  const writer = plan.format === 'csv-excel' ? excelCsv(columns, plan.delimiter) : exactCsv(columns, plan.delimiter);
  const rowids = selectRowids(study, dataset, plan.selection, plan.sort);
  const fetch = rowFetcher(study, dataset, columns.map(sqlCell));
  return { of: rowids.length, columns: columns.length, pieces: pieces(writer, plan, rowids, fetch), guarded: () => writer.guarded() };
}

function* pieces(
  writer: CsvWriter,
  { vocabulary }: ExportPlan,
  rowids: readonly number[],
  fetch: ReturnType<typeof rowFetcher>,
): Generator<Piece> {
  const encode = createLineEncoder();
  yield { bytes: encode([writer.header(vocabulary)]), rows: 0 };
  for (let at = 0; at < rowids.length; at += rowsAtOnce) {
    const rows = fetch(rowids.slice(at, at + rowsAtOnce));
    yield { bytes: encode(records(writer, rows)), rows: rows.length };
  }
}

function* records(writer: CsvWriter, rows: ReturnType<ReturnType<typeof rowFetcher>>): Generator<string> {
  for (const row of rows) yield writer.record(row, 1);
}
