import type { PivotRow } from '../../shared/calls/views.ts';
import { datasets } from '../../shared/datasets/datasets.ts';
import type { Column } from '../../shared/datasets/declaration.ts';
import { pivotColumns, pivotNames, pivotParts } from '../../shared/pivot.ts';
import type { StoredRow, StoredValue } from '../query/fetch-rows.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { openPivotTable, pivotRows } from '../views/pivot.ts';
import type { ExportTable } from './export-table.ts';
import type { PivotPart } from './pivot-part.ts';

/** Rows passed on at once. */
const rowsAtOnce = 500;

/** Opens the table by visit for an export; without column names it has all its columns. Call inside a snapshot. */
export function openPivot(study: StudyReader, { selection, sort, columns: names, pivot: { tests } }: PivotPart): ExportTable {
  const dataset = datasets[selection.dataset];
  const { tests: shapes, lines } = openPivotTable(study, { selection, sort, tests });
  const rows = pivotRows(study, dataset, tests, lines);
  const all = pivotColumns(dataset, shapes, true, (at) => areNumbers(rows, at));
  const columns = names.length === 0 ? all : names.flatMap((name) => all.find((column) => column.name === name) ?? []);
  const cells = columns.map((column) => cellReader(tests, column));
  return {
    dataset: { ...dataset, title: `${dataset.title} by visit` },
    columns,
    leftOut: [],
    of: rows.length,
    *pages() {
      for (let at = 0; at < rows.length; at += rowsAtOnce)
        yield rows.slice(at, at + rowsAtOnce).map((row): StoredRow => [null, ...cells.map((read) => read(row))]);
    },
    stored: null,
    cached: null,
  };
}

/** A number whose digits can be written to any file. */
const plainNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Whether every result of a test is a plain number; missing results are ignored. */
function areNumbers(rows: readonly PivotRow[], at: number): boolean {
  const texts = rows.flatMap(({ cells }) => cells[at]?.result ?? []).filter((text) => text !== '');
  return texts.length > 0 && texts.every((text) => plainNumber.test(text));
}

type ReadCell = (row: PivotRow) => StoredValue;

/** Results are exported with the digits that were sent. */
function cellReader(tests: readonly string[], { name, kind }: Column): ReadCell {
  if (name === 'subject') return ({ subject }) => subject;
  if (name === 'visit') return ({ visit }) => visit;
  if (name === 'collected') return ({ collected }) => collected;
  const at = pivotNames(tests).findIndex((test) => name === test || name.startsWith(`${test}__`));
  const part = Object.values(pivotParts).find((end) => name.endsWith(end));
  return ({ cells }) => {
    const cell = cells[at] ?? null;
    switch (part) {
      case undefined:
        // An empty text is not a number.
        return kind === 'number' && cell?.result === '' ? null : (cell?.result ?? null);
      case pivotParts.unit:
        return cell?.unit ?? null;
      case pivotParts.flag:
        return cell?.flag ?? null;
      case pivotParts.results:
        return cell?.results ?? 0;
      case pivotParts.all:
        return cell === null || cell.results < 2 ? null : cell.all.map(({ result }) => result ?? '').join('; ');
    }
  };
}
