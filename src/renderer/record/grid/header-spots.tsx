import type { IHeaderComp, IHeaderParams } from 'ag-grid-community';
import { Fragment, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { createStore, useStore, type Store } from '../../data/model/store.ts';

/** A place in a header of AG Grid's that React draws into. */
export interface HeaderSpot {
  readonly column: string;
  /** The whole header, which has the role and the focus. */
  readonly header: HTMLElement;
  readonly at: HTMLElement;
}

export interface HeaderSpots {
  readonly store: Store<readonly HeaderSpot[]>;
  /** What AG Grid makes of each header: a place, nothing else. */
  readonly component: new () => IHeaderComp;
}

/** The headers of one table. Cells are drawn without React; of headers there are few, and they have much to say. */
export function createHeaderSpots(): HeaderSpots {
  const store = createStore<readonly HeaderSpot[]>([]);
  class SpotHeader implements IHeaderComp {
    readonly #at = document.createElement('div');

    init({ column, eGridHeader }: IHeaderParams): void {
      this.#at.className = 'head-spot';
      store.update((before) => [...before, { column: column.getColId(), header: eGridHeader, at: this.#at }]);
    }

    getGui(): HTMLElement {
      return this.#at;
    }

    refresh(): boolean {
      return true;
    }

    destroy(): void {
      store.update((before) => before.filter(({ at }) => at !== this.#at));
    }
  }
  return { store, component: SpotHeader };
}

interface HeadersProps {
  readonly spots: HeaderSpots;
  readonly draw: (spot: HeaderSpot) => ReactNode;
}

/** Draws the headers of one table into their places. */
export function Headers({ spots, draw }: HeadersProps): ReactNode {
  return useStore(spots.store).map((spot) => <Fragment key={spot.column}>{createPortal(draw(spot), spot.at)}</Fragment>);
}
