import type { CellRendererSelectorResult, ICellRendererComp, ICellRendererParams } from 'ag-grid-community';
import type { RefObject } from 'react';
import type { GridRow } from '../../../shared/contract.ts';
import { responseClass, type StampName, type Stamps } from './cell-marks.tsx';
import { markOf, type Marks } from './change-marks.ts';
import { isPicked, type Picked } from '../../data/table/picked.ts';
import type { Tick } from './use-tick.ts';

/** State that AG Grid's rules and cells read when they run. */
export interface LiveFacts {
  readonly marks: Marks;
  /** Keys of records with notes; `open`: at least one note has an open follow-up. */
  readonly noted: ReadonlyMap<string, 'note' | 'open'>;
  readonly picked: Picked;
  readonly tick: Tick;
  /** Key of the record that is open in the inspector. */
  readonly openKey: string | null;
  readonly stamps: Stamps;
}
export type LiveContext = RefObject<LiveFacts>;

/** The facts in the context that AG Grid passes to rules and cells. */
export function factsIn(context: unknown): LiveFacts {
  return (context as LiveContext).current;
}

type CellParams = ICellRendererParams<GridRow>;

/** The checkbox of a row, hidden until the row is loaded. The focus is on the cell around it; Space toggles it from any cell of the row. */
export class PickCell implements ICellRendererComp<GridRow> {
  readonly #box = document.createElement('input');
  #params: CellParams | null = null;

  init(params: CellParams): void {
    const box = this.#box;
    box.type = 'checkbox';
    box.className = 'tick';
    box.tabIndex = -1;
    this.#show(params);
    box.addEventListener('click', (event) => {
      if (this.#params?.data === undefined) return;
      const { data, node } = this.#params;
      factsIn(this.#params.context).tick(data.key, node.rowIndex ?? 0, event.shiftKey);
      // The checkbox shows the state, not the click; it is refreshed when the state changes.
      this.#show(this.#params);
    });
  }

  getGui(): HTMLElement {
    return this.#box;
  }

  refresh(params: CellParams): boolean {
    this.#show(params);
    return true;
  }

  #show(params: CellParams): void {
    this.#params = params;
    const { data, node } = params;
    this.#box.hidden = data === undefined;
    this.#box.ariaLabel = `Select row ${String((node.rowIndex ?? 0) + 1)}`;
    this.#box.checked = data !== undefined && isPicked(factsIn(params.context).picked, data.key);
  }
}

/** The marks of a row: new or changed since the user last looked, and whether it has notes. */
function signsOf({ data, context }: CellParams): readonly StampName[] {
  if (data === undefined) return [];
  const { marks, noted } = factsIn(context);
  const mark = markOf(data, marks.since);
  const note = noted.get(data.key);
  return [...(mark !== null && (mark === 'changed' || marks.showNew) ? [mark] : []), ...(note === undefined ? [] : [note])];
}

/** Most rows have no mark, so they get no cell component. */
export function markCellWhere(params: CellParams): CellRendererSelectorResult | undefined {
  return signsOf(params).length === 0 ? undefined : { component: MarkCell };
}

class MarkCell implements ICellRendererComp<GridRow> {
  readonly #signs = document.createElement('span');

  init(params: CellParams): void {
    this.#signs.className = 'row-marks';
    const { stamps } = factsIn(params.context);
    this.#signs.append(...signsOf(params).map((name) => stamps.copyOf(name)));
  }

  getGui(): HTMLElement {
    return this.#signs;
  }

  refresh(): boolean {
    return false;
  }
}

/** Whether a result is above, below or within its range; any other flag as it is. */
export class FlagCell implements ICellRendererComp<GridRow> {
  #flag = document.createElement('span');

  init({ value, context }: ICellRendererParams<GridRow, string | null>): void {
    if (value === null || value === undefined) return;
    if (value === 'HIGH' || value === 'LOW' || value === 'NORMAL') this.#flag = factsIn(context).stamps.copyOf(value);
    else say(this.#flag, 't3', value);
  }

  getGui(): HTMLElement {
    return this.#flag;
  }

  refresh(): boolean {
    return false;
  }
}

/** A response code in its colour; the formatted text if there is none. */
export class ResponseCell implements ICellRendererComp<GridRow> {
  readonly #response = document.createElement('span');

  init({ value, valueFormatted }: ICellRendererParams<GridRow, string | null>): void {
    if (value === null || value === undefined) say(this.#response, 't3', valueFormatted ?? '');
    else say(this.#response, responseClass(value), value);
  }

  getGui(): HTMLElement {
    return this.#response;
  }

  refresh(): boolean {
    return false;
  }
}

function say(element: HTMLElement, className: string, text: string): void {
  element.className = className;
  element.textContent = text;
}

/** A date with tabular figures and hyphens in elements of their own (grid.css). */
export class DateCell implements ICellRendererComp {
  readonly #root = document.createElement('span');

  init(params: ICellRendererParams): void {
    this.refresh(params);
  }

  getGui(): HTMLElement {
    return this.#root;
  }

  refresh({ valueFormatted }: ICellRendererParams): boolean {
    const [first = '', ...rest] = (valueFormatted ?? '').split('-');
    this.#root.replaceChildren(first, ...rest.flatMap((part) => [hyphen(), part]));
    return true;
  }
}

function hyphen(): HTMLElement {
  const element = document.createElement('i');
  element.textContent = '-';
  return element;
}
