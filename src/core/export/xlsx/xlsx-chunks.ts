import { createHash } from 'node:crypto';
import type { Column } from '../../../shared/datasets/declaration.ts';
import { datasets } from '../../../shared/datasets/datasets.ts';
import type { Made } from '../../../shared/engine-protocol.ts';
import { headerOf } from '../../../shared/datasets/headers.ts';
import { sqlCell } from '../../query/columns.ts';
import { rowFetcher, type StoredRow } from '../../query/fetch-rows.ts';
import { selectRowids } from '../../query/rows.ts';
import type { StudyReader } from '../../query/study-directory.ts';
import type { Chunks } from '../chunks.ts';
import { evidenceOf } from '../evidence.ts';
import { exportColumns, type ExportPlan } from '../export-plan.ts';
import { aboutSheet } from './about-sheet.ts';
import { workbookCell, type CellNotes, type WorkbookCell } from './cells.ts';
import { codebookSheet } from './codebook-sheet.ts';
import type { SheetColumn } from './sheet-xml.ts';
import { workbookPieces, type SheetSource } from './workbook.ts';

/** Rows read at once: more gain nothing, fewer cost statements. */
const rowsAtOnce = 2000;

/** A workbook: the selected rows in their order, a codebook of their columns, and what they can be defended with. */
export function xlsxChunks(study: StudyReader, plan: ExportPlan, made: Made): Chunks {
  const dataset = datasets[plan.selection.dataset];
  const columns = exportColumns(dataset, plan.columns);
  const rowids = selectRowids(study, dataset, plan.selection, plan.sort);
  const fetch = rowFetcher(study, dataset, columns.map(sqlCell));
  const evidence = evidenceOf(study, plan, made, rowids.length);
  const notes: CellNotes = { cut: 0, stripped: 0, numbersAsText: 0 };
  const digest = createHash('sha256');
  const data: SheetSource = {
    name: dataset.domain,
    columns: columns.map((column) => sheetColumn(column, headerOf(column, plan.vocabulary))),
    of: rowids.length,
    rows: dataRows(rowids, fetch, (row) => {
      digest.update(`${JSON.stringify(row)}\n`);
      return columns.map((column, at) => workbookCell(column, row[at] ?? null, notes));
    }),
  };
  const sheets = [data, codebookSheet(evidence), aboutSheet(evidence, () => ({ ...notes, digest: digest.digest('hex') }))];
  return { of: rowids.length, columns: columns.length, pieces: workbookPieces(sheets, (sheet) => sheet === data), guarded: () => 0 };
}

function* dataRows(
  rowids: readonly number[],
  fetch: ReturnType<typeof rowFetcher>,
  cellsOf: (row: StoredRow) => readonly WorkbookCell[],
): Generator<readonly WorkbookCell[]> {
  for (let at = 0; at < rowids.length; at += rowsAtOnce)
    for (const row of fetch(rowids.slice(at, at + rowsAtOnce))) yield cellsOf(row.slice(1));
}

/** Pixels of the grid as characters of a sheet. */
function sheetColumn({ width }: Column, heading: string): SheetColumn {
  return { heading, width: Math.min(60, Math.max(8, Math.round(Math.max(width / 7, heading.length + 3)))) };
}
