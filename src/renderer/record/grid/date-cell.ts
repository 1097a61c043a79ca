import type { ICellRendererComp, ICellRendererParams } from 'ag-grid-community';

/** A date with digits of one width and hyphens of their own (grid.css). Plain DOM: there are hundreds of them on screen. */
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
