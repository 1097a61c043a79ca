import type { ColDef, ICellRendererComp, ICellRendererParams } from 'ag-grid-community';
import type { RefObject } from 'react';
import type { PivotRow, TestSummary } from '../../../shared/calls/views.ts';
import type { Dataset } from '../../../shared/datasets/datasets.ts';
import type { Column } from '../../../shared/datasets/declaration.ts';
import { pivotNames } from '../../../shared/pivot.ts';
import { calendarDay } from '../../../shared/derive/study-day.ts';
import type { Condition, Sort } from '../../../shared/query.ts';
import { dateText, toneOf } from '../grid/cell-text.ts';
import { DateCell } from '../grid/cells.ts';
import { nextTerms } from '../../data/table/sorting.ts';
import { leadColumns, type PivotFacts } from './use-pivot.ts';
import type { Stamps } from '../grid/cell-marks.tsx';
import { formatCount, formatCountOf } from '../../../shared/format-count.ts';

/** Number of tests shown until some are chosen. */
const shownAtFirst = 8;

/** The tests shown as columns: those chosen, otherwise the most frequent ones that pass the filters on tests. */
export function shownTests(
  chosen: readonly string[] | null,
  known: readonly TestSummary[],
  where: readonly Condition[] = [],
): readonly string[] {
  if (chosen !== null) return chosen;
  const left = known.filter((test) => where.every((condition) => leavesTest(condition, test)));
  return (left.length === 0 ? known : left).slice(0, shownAtFirst).map(({ test }) => test);
}

function leavesTest({ column, op, values }: Condition, { test, code }: TestSummary): boolean {
  if ((column !== 'test' && column !== 'test_code') || (op !== 'in' && op !== 'not-in')) return true;
  return values.includes(column === 'test' ? test : (code ?? '')) === (op === 'in');
}

/** The next sort state of a column: ascending, descending, unsorted. An empty order sorts by subject and date. */
export function nextPivotSort(sort: readonly Sort[], column: string, added: boolean): readonly Sort[] {
  return nextTerms(sort, [], column, added);
}

/** Keeps the terms of an order whose columns exist with these tests. */
export function sortAmong(sort: readonly Sort[], tests: readonly string[]): readonly Sort[] {
  const names = ['subject', 'visit', 'collected', ...pivotNames(tests)];
  return sort.filter(({ column }) => names.includes(column));
}

type PivotCell = PivotRow['cells'][number];

/**
 * Filters for the records of a line, or of one of its cells. Without a cell, a complete date is filtered as a day, which is exact and easy
 * to read; with any other date, or if no time of the day can be read (24:00), the records are listed by key.
 */
export function lineConditions(line: PivotRow, dataset: Dataset, cell: PivotCell): readonly Condition[] {
  const { subject, visit, collected, at } = line;
  const only = (column: string, values: string[]): Condition => ({ column, op: 'in', values });
  const place = [only('subject', [subject]), only('visit', [visit ?? ''])];
  if (cell !== null) return [...place, only(dataset.key, keysIn(cell))];
  if (collected === null) return [...place, { column: 'collected', op: 'missing', values: [] }];
  if (at === null || calendarDay(collected) === null) return [...place, only(dataset.key, line.cells.flatMap(keysIn))];
  return [...place, { column: 'collected', op: '=', values: [collected] }];
}

function keysIn(cell: PivotCell): string[] {
  if (cell === null) return [];
  return cell.results === 1 ? [cell.key] : cell.all.map(({ key }) => key);
}

/** Column definitions of AG Grid, with subject and visit pinned. */
export function pivotColumnDefs(columns: readonly Column[]): ColDef<PivotRow>[] {
  return columns.map((column, at): ColDef<PivotRow> => {
    const shared: ColDef<PivotRow> = { colId: column.name, headerName: column.plain, width: column.width };
    if (at >= leadColumns)
      return {
        ...shared,
        valueGetter: ({ data }) => data?.cells[at - leadColumns] ?? null,
        cellRenderer: ResultCell,
        cellClass: ['cell-right', 'cell-figures'],
        cellClassRules: { 'cell-loading': ({ data }) => data === undefined },
      };
    return {
      ...shared,
      pinned: column.name === 'collected' ? null : 'left',
      valueGetter: ({ data }) => (data === undefined ? null : leadText(column, data)),
      ...(column.name === 'collected' ? { valueFormatter: ({ value }) => String(value ?? ''), cellRenderer: DateCell } : {}),
      cellClass: [`cell-${toneOf(column)}`, 'cell-figures'],
      cellClassRules: {
        'cell-loading': ({ data }) => data === undefined,
        'cell-quiet': ({ data, value }) => data !== undefined && value === '–',
      },
    };
  });
}

function leadText({ name }: Column, { subject, visit, collected }: PivotRow): string {
  if (name === 'subject') return subject === '' ? '–' : subject;
  if (name === 'visit') return visit ?? '–';
  return collected === null ? '–' : dateText(collected);
}

/** The AG Grid context that cells read when they are drawn. */
export interface PivotCellFacts extends Pick<PivotFacts, 'columns' | 'tests' | 'openKey'> {
  readonly stamps: Stamps;
}

/** A result, with its unit if the column has several, the number of results if it is the last of several, and its H or L flag. */
class ResultCell implements ICellRendererComp<PivotRow> {
  readonly #cell = document.createElement('span');

  init(params: ICellRendererParams<PivotRow, PivotCell>): void {
    this.#show(params);
  }

  getGui(): HTMLElement {
    return this.#cell;
  }

  refresh(params: ICellRendererParams<PivotRow, PivotCell>): boolean {
    this.#show(params);
    return true;
  }

  #show({ value, column, context }: ICellRendererParams<PivotRow, PivotCell>): void {
    this.#cell.replaceChildren();
    if (value === null || value === undefined) return;
    const { columns, tests, openKey, stamps } = (context as RefObject<PivotCellFacts>).current;
    const name = column?.getColId();
    const test = tests[columns.findIndex((one) => one.name === name) - leadColumns];
    const { result, unit, flag, results, all, key } = value;
    this.#cell.className = 'pivot-cell';
    this.#cell.dataset.open = String(key === openKey);
    this.#cell.append(resultPart(result));
    if (test?.unit === null && unit !== null && unit !== '') this.#cell.append(part('pivot-unit', unit));
    if (results > 1) this.#cell.append(part('pivot-times', `×${String(results)}`, severalWords(all)));
    const room = part('pivot-flag', '');
    if (flag === 'HIGH' || flag === 'LOW') room.append(stamps.copyOf(flag));
    this.#cell.append(room);
  }
}

/** Maximum number of results listed in the tooltip. */
const mostNamed = 12;

function severalWords(all: NonNullable<PivotCell>['all']): string {
  const named = all.slice(0, mostNamed).map(({ result }) => (result === null || result === '' ? 'missing' : result));
  const more = all.length > mostNamed ? ` and ${formatCount(all.length - mostNamed)} more` : '';
  return `${formatCountOf(all.length, 'result')} on this day, by time: ${named.join(', ')}${more}. The latest is shown; click to open all.`;
}

function resultPart(result: string | null): HTMLElement {
  if (result !== null && result !== '') return part('clip', result.replace(/^-(?=\d)/, '−'), result);
  const missing = part('clip', '');
  missing.append(part('t3', 'missing'));
  return missing;
}

function part(className: string, text: string, title = ''): HTMLElement {
  const element = document.createElement('span');
  element.className = className;
  element.textContent = text;
  if (title !== '') element.title = title;
  return element;
}
