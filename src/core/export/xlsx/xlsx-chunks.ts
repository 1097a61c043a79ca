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
import { datasetEvidence, type DatasetEvidence, type Evidence } from '../evidence.ts';
import { exportColumns, type ExportPlan } from '../export-plan.ts';
import { aboutSheet } from './about-sheet.ts';
import { workbookCell, type CellNotes, type WorkbookCell } from './cells.ts';
import { codebookSheet } from './codebook-sheet.ts';
import type { SheetColumn } from './sheet-xml.ts';
import { workbookPieces, type SheetSource } from './workbook.ts';

/** Rows read at once: more gain nothing, fewer cost statements. */
const rowsAtOnce = 2000;

/**
 * A workbook: a sheet of the selected rows for each plan, a codebook of their columns, and what they can be defended with. The plans
 * differ in what they select of which dataset.
 */
export function xlsxChunks(study: StudyReader, plans: readonly ExportPlan[], made: Made): Chunks {
  const notes: CellNotes = { cut: 0, stripped: 0, numbersAsText: 0 };
  const tables = plans.map((plan) => openTable(study, plan, notes));
  const evidence: Evidence = {
    made,
    study: study.study,
    format: 'xlsx',
    headers: plans[0]?.vocabulary ?? 'plain',
    datasets: tables.map((table) => table.evidence),
  };
  const data = tables.map(({ sheet }) => sheet);
  const written = () => ({ ...notes, digests: tables.map(({ digest }) => digest()) });
  const sheets = [...data, codebookSheet(evidence), aboutSheet(evidence, written)];
  return {
    of: data.reduce((sum, sheet) => sum + sheet.of, 0),
    columns: Math.max(...tables.map(({ columns }) => columns)),
    pieces: workbookPieces(sheets, (sheet) => data.includes(sheet)),
    guarded: () => 0,
  };
}

interface Table {
  readonly columns: number;
  readonly sheet: SheetSource;
  readonly evidence: DatasetEvidence;
  /** SHA-256 of its rows, hex: each as a JSON array with a line end; once they are written. */
  readonly digest: () => string;
}

function openTable(study: StudyReader, plan: ExportPlan, notes: CellNotes): Table {
  const dataset = datasets[plan.selection.dataset];
  const columns = exportColumns(dataset, plan.columns);
  const rowids = selectRowids(study, dataset, plan.selection, plan.sort);
  const fetch = rowFetcher(study, dataset, columns.map(sqlCell));
  const hash = createHash('sha256');
  return {
    columns: columns.length,
    evidence: datasetEvidence(study, plan, rowids.length),
    digest: () => hash.digest('hex'),
    sheet: {
      name: dataset.domain,
      columns: columns.map((column) => sheetColumn(column, headerOf(column, plan.vocabulary))),
      of: rowids.length,
      rows: dataRows(rowids, fetch, (row) => {
        hash.update(`${JSON.stringify(row)}\n`);
        return columns.map((column, at) => workbookCell(column, row[at] ?? null, notes));
      }),
    },
  };
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
