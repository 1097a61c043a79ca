import type { ICellRendererComp, ICellRendererParams } from 'ag-grid-community';
import type { RefObject } from 'react';
import type { PivotRow } from '../../../shared/calls/views.ts';
import { formatCount, formatCountOf } from '../../ui/format/numbers.ts';
import type { Stamps } from '../grid/stamps.tsx';
import { leadColumns, type PivotFacts } from './pivot-context.ts';

export type PivotCell = PivotRow['cells'][number];

/** What cells read at the moment they are drawn: the context that AG Grid hands them. */
export interface PivotCellFacts extends Pick<PivotFacts, 'columns' | 'tests' | 'openKey'> {
  readonly stamps: Stamps;
}

/** The result of a test at a visit on a day: its unit where the column has several, how many there were where it is the last of several, and H or L. */
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

/** Results that are named; a click opens all of them. */
const mostNamed = 12;

function severalWords(all: NonNullable<PivotCell>['all']): string {
  const named = all.slice(0, mostNamed).map(({ result }) => (result === null || result === '' ? 'missing' : result));
  const more = all.length > mostNamed ? ` and ${formatCount(all.length - mostNamed)} more` : '';
  return `${formatCountOf(all.length, 'result')} on this day, by time: ${named.join(', ')}${more}. The last one is shown; a click opens all.`;
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
