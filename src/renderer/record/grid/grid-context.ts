import { createContext, use } from 'react';
import type { GridRow, StudyCard } from '../../../shared/contract.ts';
import type { Dataset } from '../../../shared/datasets/datasets.ts';
import type { Column, HeaderVocabulary } from '../../../shared/datasets/declaration.ts';
import type { Condition, Selection, Sort } from '../../../shared/query.ts';
import type { GridState } from '../../data/table/grid-state.ts';
import type { Grow } from './grown-widths.ts';
import type { GrownWidths, LayoutColumn } from '../../data/table/layout.ts';
import type { Marks } from './change-marks.ts';
import type { Rows } from './use-rows.ts';
import type { Tick } from './use-tick.ts';

/** A rectangle on screen that a popover or menu opens below. */
export interface Anchor {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A popover or menu over the grid; only one is open at a time. */
export type Opened =
  | { readonly what: 'summary'; readonly at: Anchor; readonly column: Column }
  | { readonly what: 'filter'; readonly at: Anchor; readonly column: Column; readonly condition: Condition | null }
  | { readonly what: 'filter-columns'; readonly at: Anchor }
  | { readonly what: 'tests'; readonly at: Anchor }
  | { readonly what: 'columns'; readonly at: Anchor }
  | { readonly what: 'cell'; readonly at: Anchor; readonly column: Column; readonly row: GridRow };

/** One dataset's grid: its state, what is known about its rows, and ways to change it. */
export interface Grid {
  readonly card: StudyCard;
  readonly dataset: Dataset;
  readonly vocabulary: HeaderVocabulary;
  readonly state: GridState;
  readonly change: (change: (before: GridState) => GridState) => void;
  /** The subject on whose page the grid is; null elsewhere, where the subject filter applies. */
  readonly subject: string | null;
  readonly selection: Selection;
  /** The sort order as sent to the reader. */
  readonly order: readonly Sort[];
  readonly layout: readonly LayoutColumn[];
  /** Widths to which columns have grown to fit their content; already included in `layout`. */
  readonly grown: GrownWidths;
  readonly grow: Grow;
  readonly changeLayout: (change: (before: readonly LayoutColumn[]) => readonly LayoutColumn[]) => void;
  readonly rows: Rows;
  readonly marks: Marks;
  /** Keys of records with notes; `open`: at least one note has an open follow-up. */
  readonly noted: ReadonlyMap<string, 'note' | 'open'>;
  readonly tick: Tick;
  readonly opened: Opened | null;
  readonly open: (what: Opened | null) => void;
}

export const GridContext = createContext<Grid | null>(null);

export function useGrid(): Grid {
  const grid = use(GridContext);
  if (grid === null) throw new TypeError('A part of the grid was drawn outside of it.');
  return grid;
}

export function anchorOf(element: Element): Anchor {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { left, top, width, height };
}
