import type { ICellRendererComp, ICellRendererParams } from 'ag-grid-community';
import type { RefObject } from 'react';
import type { PivotRow } from '../../shared/calls/views.ts';
import { formatCountOf } from '../format/numbers.ts';
import type { Stamps } from '../grid/stamps.tsx';
import { leadColumns, type PivotFacts } from './pivot-context.ts';

export type PivotCell = PivotRow['cells'][number];

/** What cells read at the moment they are drawn: the context that AG Grid hands them. */
export interface PivotCellFacts extends Pick<PivotFacts, 'columns' | 'tests' | 'openKey'> {
  readonly stamps: Stamps;
}

/** The last result of a test at a visit: its unit where the column has several, H or L, and how many there were where it is not alone. */
export class ResultCell implements ICellRendererComp<PivotRow> {
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
    const { result, unit, flag, results, key } = value;
    this.#cell.className = 'pivot-cell';
    this.#cell.dataset.open = String(key === openKey);
    if (results > 1)
      this.#cell.append(part('pivot-times', `×${String(results)}`, `The last of ${formatCountOf(results, 'result')} at this visit`));
    this.#cell.append(resultPart(result));
    if (test?.unit === null && unit !== null && unit !== '') this.#cell.append(part('pivot-unit', unit));
    const room = part('pivot-flag', '');
    if (flag === 'HIGH' || flag === 'LOW') room.append(stamps.copyOf(flag));
    this.#cell.append(room);
  }
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
