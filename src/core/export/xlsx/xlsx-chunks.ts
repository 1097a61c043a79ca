import { createHash } from 'node:crypto';
import type { Column } from '../../../shared/datasets/declaration.ts';
import { headerOf } from '../../../shared/datasets/headers.ts';
import type { Chunks } from '../chunks.ts';
import type { CountedNotes } from '../../../shared/export-notes.ts';
import type { Evidence } from '../evidence.ts';
import type { StoredRow } from '../../query/fetch-rows.ts';
import { leadingCells, type ExportTable } from '../export-table.ts';
import { aboutSheet } from './about-sheet.ts';
import { cellWriter } from './cell-writer.ts';
import { codebookSheet } from './codebook-sheet.ts';
import type { SheetColumn } from './sheet-xml.ts';
import { workbookPieces, type SheetSource } from './workbook.ts';

/** A workbook: a sheet for each table, a codebook of their columns, and what they can be defended with. */
export function xlsxChunks(tables: readonly ExportTable[], evidence: Evidence, notes: CountedNotes): Chunks {
  const data = tables.map((table) => dataSheet(table, evidence, notes));
  const sheets = data.map(({ sheet }) => sheet);
  const about = aboutSheet(evidence, () => ({ notes, digests: data.map(({ digest }) => digest()) }));
  return {
    of: sheets.reduce((sum, sheet) => sum + sheet.of, 0),
    columns: Math.max(...tables.map(({ columns }) => columns.length)),
    pieces: workbookPieces([...sheets, codebookSheet(evidence), about], (sheet) => sheets.includes(sheet)),
  };
}

interface DataSheet {
  readonly sheet: SheetSource;
  /** SHA-256 of its rows, hex: each as a JSON array with a line end; once they are written. */
  readonly digest: () => string;
}

function dataSheet(table: ExportTable, { headers }: Evidence, notes: CountedNotes): DataSheet {
  const hash = createHash('sha256');
  const rows = function* (): Generator<StoredRow> {
    for (const page of table.pages()) {
      hash.update(page.map((row) => `${JSON.stringify(row.slice(leadingCells))}\n`).join(''));
      yield* page;
    }
  };
  return {
    digest: () => hash.digest('hex'),
    sheet: {
      name: table.dataset.domain,
      columns: table.columns.map((column) => sheetColumn(column, headerOf(column, headers), notes)),
      of: table.of,
      rows: rows(),
      skip: leadingCells,
    },
  };
}

/** Pixels of the grid as characters of a sheet. */
function sheetColumn(column: Column, heading: string, notes: CountedNotes): SheetColumn {
  const width = Math.min(60, Math.max(8, Math.round(Math.max(column.width / 7, heading.length + 3))));
  return { heading, width, write: cellWriter(column, notes) };
}
