import type { GridRow } from '../../../shared/contract.ts';
import type { CellValue, Column, Dataset, HeaderVocabulary } from '../../../shared/datasets/declaration.ts';
import { headerOf } from '../../../shared/datasets/headers.ts';
import { guardText } from '../../../shared/formula-guard.ts';

/** A cell for the clipboard: the value as sent, guarded as in the spreadsheet form of CSV; numbers are no texts and stay bare. */
export function clipboardCell(column: Column, cell: CellValue): string {
  if (cell === null) return '';
  if (column.kind === 'number') return String(cell);
  return guardText(typeof cell === 'object' ? cell.join('; ') : String(cell));
}

/** The header line of a copy. */
export function clipboardHeader(columns: readonly Column[], vocabulary: HeaderVocabulary): string {
  return columns.map((column) => quoteForTabs(guardText(headerOf(column, vocabulary)))).join('\t');
}

/** One line for each row, cells in the order of `columns`. */
export function clipboardLines(dataset: Dataset, columns: readonly Column[], rows: readonly GridRow[]): readonly string[] {
  const places = columns.map((column) => dataset.columns.indexOf(column));
  return rows.map((row) =>
    columns.map((column, index) => quoteForTabs(clipboardCell(column, row.cells[places[index] ?? -1] ?? null))).join('\t'),
  );
}

/** Spreadsheets read a pasted cell as CSV does: quotes keep a tab or a line break inside it. */
function quoteForTabs(text: string): string {
  return /["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
