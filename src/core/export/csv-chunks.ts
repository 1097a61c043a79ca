import { datasets } from '../../shared/datasets/index.ts';
import { sqlCell } from '../query/columns.ts';
import { rowFetcher } from '../query/fetch-rows.ts';
import { selectRowids } from '../query/rows.ts';
import type { StudyReader } from '../query/study-directory.ts';
import type { Chunks } from './chunks.ts';
import { exactCsv, excelCsv, type CsvWriter } from './csv.ts';
import { exportColumns, type ExportPlan } from './export-plan.ts';

/** Rows read at once: more gain nothing, fewer cost statements. */
const rowsAtOnce = 2000;

/** A CSV file: its header, then the selected rows in their order. */
export function csvChunks(study: StudyReader, plan: ExportPlan): Chunks {
  const dataset = datasets[plan.selection.dataset];
  const columns = exportColumns(dataset, plan.columns);
  const writer = plan.format === 'csv-excel' ? excelCsv(columns, plan.delimiter) : exactCsv(columns, plan.delimiter);
  const rowids = selectRowids(study, dataset, plan.selection, plan.sort);
  const fetch = rowFetcher(study, dataset, columns.map(sqlCell));
  return { of: rowids.length, columns: columns.length, texts: texts(writer, plan, rowids, fetch), guarded: () => writer.guarded() };
}

function* texts(writer: CsvWriter, { vocabulary }: ExportPlan, rowids: readonly number[], fetch: ReturnType<typeof rowFetcher>): Generator<{ text: string; rows: number }> {
  yield { text: writer.header(vocabulary), rows: 0 };
  for (let at = 0; at < rowids.length; at += rowsAtOnce) {
    const rows = fetch(rowids.slice(at, at + rowsAtOnce));
    yield { text: writer.records(rows, 1), rows: rows.length };
  }
}
