import { datasets } from '../../../shared/datasets/datasets.ts';
import type { Column } from '../../../shared/datasets/declaration.ts';
import { exportFileName } from '../../../shared/export-names.ts';
import type { ExportFormat } from '../../../shared/export-formats.ts';
import type { ExportPart } from '../export-plan.ts';
import type { ExportTable } from '../export-table.ts';
import { cellsOf, longestTexts } from '../longest-texts.ts';
import type { DefinedDataset } from './define-xml.ts';

/** A column with more distinct values gets no code list. */
const mostValues = 200;

/** Reads what a define.xml says about a table from its rows as exported. */
export function readDefined({ selection: { dataset } }: ExportPart, table: ExportTable, format: ExportFormat): DefinedDataset {
  const { columns } = table;
  const { measure, longest } = longestTexts(columns, (text) => text.length);
  const met = columns.map((column) => (isList(column) ? new Set<string>() : null));
  for (const page of table.pages()) {
    const rows = page.map((row) => cellsOf(columns, row));
    measure(rows);
    for (const cells of rows)
      for (const [at, cell] of cells.entries()) {
        const values = met[at] ?? null;
        if (values === null || typeof cell !== 'string') continue;
        values.add(cell);
        if (values.size > mostValues) met[at] = null;
      }
  }
  return {
    dataset,
    file: exportFileName(datasets[dataset].name, format),
    columns,
    longest,
    values: met.map((values) => (values === null || values.size === 0 ? null : [...values].sort())),
  };
}

function isList({ kind, categorical }: Column): boolean {
  return kind === 'text' && categorical === true;
}
