import type { Column } from '../../../shared/datasets/declaration.ts';
import { headerOf } from '../../../shared/datasets/headers.ts';
import type { Chunks } from '../chunks.ts';
import type { CountedNotes } from '../../../shared/export-notes.ts';
import type { ColumnEvidence } from '../column-evidence.ts';
import type { Evidence } from '../evidence.ts';
import type { StoredRow } from '../../query/fetch-rows.ts';
import { leadingCells, type ExportTable } from '../export-table.ts';
import { aboutSheet } from './about-sheet.ts';
import { cellWriter } from './cell-writer.ts';
import { fittingText } from './cells.ts';
import { codebookSheet } from './codebook-sheet.ts';
import { digestedKind, rowDigest, rowText, storedCell } from './row-digest.ts';
import type { SheetColumn } from './sheet-xml.ts';
import type { WorkbookProperties } from './workbook-parts.ts';
import { workbookPieces, type SheetSource } from './workbook.ts';

/** A workbook: a sheet for each table, a codebook of their columns, and the evidence. */
export function xlsxChunks(tables: readonly ExportTable[], evidence: Evidence, notes: CountedNotes, isLarge: boolean): Chunks {
  const data = tables.map((table, at) =>
    dataSheet(table, evidence.listing?.columns ?? evidence.datasets[at]?.columns ?? [], evidence, notes),
  );
  const sheets = data.map(({ sheet }) => sheet);
  const rowDigests = (): readonly string[] => data.map(({ digest }) => digest());
  const about = aboutSheet(evidence, () => ({ notes, digests: rowDigests() }));
  return {
    of: sheets.reduce((sum, sheet) => sum + sheet.of, 0),
    columns: Math.max(...tables.map(({ columns }) => columns.length)),
    pieces: workbookPieces([...sheets, codebookSheet(evidence), about], (sheet) => sheets.includes(sheet), {
      properties: propertiesOf(tables, evidence),
      isLarge,
    }),
    rowDigests,
  };
}

function propertiesOf(tables: readonly ExportTable[], { made, study }: Evidence): WorkbookProperties {
  const titles = tables.map(({ dataset }) => dataset.title).join(', ');
  return { title: `Study ${study}${made.demo ? ' (demo data)' : ''}: ${titles}`, by: `Carrel ${made.by}`, at: made.at };
}

interface DataSheet {
  readonly sheet: SheetSource;
  /** SHA-256 of its rows in hex, once they are written. */
  readonly digest: () => string;
}

/** `reported`: its columns as in the codebook. */
function dataSheet(table: ExportTable, reported: readonly ColumnEvidence[], { headers }: Evidence, notes: CountedNotes): DataSheet {
  const name = table.dataset.domain;
  // Headings of a table by visit and of two visits compared name tests and visits as sent.
  const columns = table.columns.map((column) => sheetColumn(column, fittingText(headerOf(column, headers), notes), notes));
  const kinds = reported.map(({ kind, derivation }) => digestedKind(kind, derivation));
  const digest = rowDigest({ sheet: name, headings: columns.map(({ heading }) => heading), kinds });
  const settle = table.columns.map((column, at) => storedCell(column, kinds[at] ?? column.kind));
  const rows = function* (): Generator<StoredRow> {
    for (const page of table.pages()) {
      digest.add(page.map((row) => rowText(settle.map((settled, at) => settled(row[at + leadingCells] ?? null)))).join(''));
      yield* page;
    }
  };
  return {
    digest: digest.end,
    sheet: {
      name,
      table: table.dataset.name,
      columns,
      of: table.of,
      rows: rows(),
      skip: leadingCells,
    },
  };
}

/** Converts grid pixels to characters of a sheet. */
function sheetColumn(column: Column, heading: string, notes: CountedNotes): SheetColumn {
  const width = Math.min(60, Math.max(8, Math.round(Math.max(column.width / 7, heading.length + 3))));
  return { heading, width, write: cellWriter(column, notes) };
}
