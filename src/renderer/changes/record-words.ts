import { columnOf, datasets } from '../../shared/datasets/index.ts';
import type { CellValue, DatasetName } from '../../shared/datasets/declaration.ts';
import { cellOf, type ChangeLine } from './change-lines.ts';

/** Columns that name a record and that say what is in it, for people. */
const naming: Readonly<Record<DatasetName, { readonly visit: string | null; readonly name: string | null; readonly holds: readonly string[] }>> = {
  subjects: { visit: null, name: null, holds: [] },
  medications: { visit: null, name: 'medication', holds: ['dose', 'dose_unit'] },
  labs: { visit: 'visit', name: 'test', holds: ['result', 'unit'] },
  vitals: { visit: 'visit', name: 'test', holds: ['result', 'unit'] },
  responses: { visit: 'assessment', name: null, holds: ['conclusion', 'current_value', 'unit'] },
};

/** A cell in words: "missing" for no value, a list with commas. */
export function wordOf(value: CellValue): string {
  if (value === null) return 'missing';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : value.join(', ');
}

export function visitOf(line: ChangeLine): string {
  const { visit } = naming[line.change.dataset];
  return visit === null ? '–' : (valueOf(line, visit) ?? '–');
}

/** "ALT (SGPT)", or the kind of record where it has no name of its own. */
export function recordOf(line: ChangeLine): string {
  const dataset = datasets[line.change.dataset];
  const { name } = naming[line.change.dataset];
  const kind = dataset.singular.charAt(0).toUpperCase() + dataset.singular.slice(1);
  return (name === null ? null : valueOf(line, name)) ?? kind;
}

/** What a whole record holds: "62 U/L". Empty where there is nothing short to say. */
export function contentOf(line: ChangeLine): string {
  return naming[line.change.dataset].holds.flatMap((name) => valueOf(line, name) ?? []).join(' ');
}

export function fieldOf(line: ChangeLine): string {
  if (line.field === null) return 'whole record';
  return columnOf(datasets[line.change.dataset], line.field.column)?.plain ?? line.field.column;
}

/** From the record as it is, else from what the ledger kept of it. */
function valueOf({ change, row }: ChangeLine, name: string): string | null {
  const cell = cellOf(datasets[change.dataset], row, name) ?? change.fields.find((field) => field.column === name)?.before ?? null;
  return cell === null ? null : wordOf(cell);
}
