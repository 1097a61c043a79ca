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

/** A place on screen that something opens beneath. */
export interface Anchor {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** What can be open over the grid; one at a time. */
export type Opened =
  | { readonly what: 'summary'; readonly at: Anchor; readonly column: Column }
  | { readonly what: 'filter'; readonly at: Anchor; readonly column: Column; readonly condition: Condition | null }
  | { readonly what: 'filter-columns'; readonly at: Anchor }
  | { readonly what: 'tests'; readonly at: Anchor }
  | { readonly what: 'columns'; readonly at: Anchor }
  | { readonly what: 'cell'; readonly at: Anchor; readonly column: Column; readonly row: GridRow };

/** One dataset's grid: what is set, what is known of its rows, and the ways to change it. */
export interface Grid {
  readonly card: StudyCard;
  readonly dataset: Dataset;
  readonly vocabulary: HeaderVocabulary;
  readonly state: GridState;
  readonly change: (change: (before: GridState) => GridState) => void;
  /** The one subject whose rows these are, on that subject's page; null: those that the subject filter leaves. */
  readonly subject: string | null;
  readonly selection: Selection;
  /** The order as it is asked for. */
  readonly order: readonly Sort[];
  readonly layout: readonly LayoutColumn[];
  /** Widths that columns have grown to by what stands in them; the layout has them already. */
  readonly grown: GrownWidths;
  readonly grow: Grow;
  readonly changeLayout: (change: (before: readonly LayoutColumn[]) => readonly LayoutColumn[]) => void;
  readonly rows: Rows;
  readonly marks: Marks;
  /** Keys of the records that somebody wrote a note on; `open`: one of them is to be followed up. */
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
