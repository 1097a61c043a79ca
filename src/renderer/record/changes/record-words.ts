import { columnOf, datasets } from '../../../shared/datasets/datasets.ts';
import { cellOf } from '../../data/table/layout.ts';
import { fieldTitle } from '../grid/field-step.tsx';
import { aloneText } from '../grid/cell-text.ts';
import { isAbsent } from '../grid/conditions.ts';
import { singularTitle } from '../../ui/parts/dataset-titles.ts';
import type { ChangeLine } from './change-lines.ts';

export function visitOf(line: ChangeLine): string {
  const { visit } = datasets[line.change.dataset].summary;
  return visit === null ? '–' : (valueOf(line, visit) ?? '–');
}

/** "ALT (SGPT)", or the kind of record if it has no name of its own. */
export function recordOf(line: ChangeLine): string {
  const dataset = datasets[line.change.dataset];
  const { name } = dataset.summary;
  return (name === null ? null : valueOf(line, name)) ?? singularTitle(dataset);
}

/** The content of a whole record: "62 U/L". Empty if there is no short summary. */
export function contentOf(line: ChangeLine): string {
  return datasets[line.change.dataset].summary.holds
    .flatMap(({ lead, columns }) => {
      if (valueOf(line, columns[0]) === null) return [];
      return [lead, ...columns.map((name) => dayOf(valueOf(line, name)))].filter((word) => typeof word === 'string').join(' ');
    })
    .join(', ');
}

/** "2025-01-03 00:00" → "2025-01-03"; other text is returned unchanged. */
function dayOf(word: string | null): string | null {
  return word === null ? null : word.replace(/^(\d{4}-\d{2}-\d{2}) \d{2}:.*$/, '$1');
}

/** The flag of a result outside its range (HIGH or LOW), otherwise null. */
export function flagOf(line: ChangeLine): string | null {
  const flag = valueOf(line, 'range_flag');
  return flag === 'NORMAL' ? null : flag;
}

export function fieldOf(line: ChangeLine): string {
  if (line.field === null) return 'whole record';
  return fieldTitle(datasets[line.change.dataset], line.field);
}

/** The value in the current record, or else the value before the change. */
function valueOf({ change, row }: ChangeLine, name: string): string | null {
  const dataset = datasets[change.dataset];
  const cell = cellOf(dataset, row, name) ?? change.fields.find((field) => field.column === name)?.before ?? null;
  return isAbsent(cell) ? null : aloneText(columnOf(dataset, name), cell);
}
