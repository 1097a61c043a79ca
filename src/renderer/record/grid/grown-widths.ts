import { useCallback } from 'react';
import type { GridRow } from '../../../shared/contract.ts';
import type { Dataset } from '../../../shared/datasets/datasets.ts';
import type { Column } from '../../../shared/datasets/declaration.ts';
import { textWidth } from '../../ui/format/text-width.ts';
import { cellText } from './cell-text.ts';
import { type GrownWidths, type LayoutColumn, layoutKey } from '../../data/table/layout.ts';
import { useModel } from '../../data/model/model-context.ts';
import { useStore } from '../../data/model/store.ts';

/** Left and right of a text in its cell, and what the width of a letter is guessed wrong by. */
const beside = 24;
/** No column grows wider by itself: identifiers are read whole, other texts are cut at some point. */
const widestIdentifier = 420;
const widestText = 320;

/** The widths that the texts of these rows need, where that is more than what is declared and was grown to before. */
export function grownBy(columns: readonly Column[], rows: Iterable<readonly string[]>, before: GrownWidths): GrownWidths {
  const grown = new Map(before);
  for (const texts of rows)
    for (const [at, column] of columns.entries()) {
      const needed = Math.min(mostOf(column), Math.ceil(textWidth(texts[at] ?? '', { weight: weightOf(column) })) + beside);
      if (needed > Math.max(column.width, grown.get(column.name) ?? 0)) grown.set(column.name, needed);
    }
  return grown.size === before.size && [...grown].every(([name, width]) => before.get(name) === width) ? before : grown;
}

function mostOf({ tells }: Column): number {
  return tells === 'subject' || tells === 'study' || tells === 'record' ? widestIdentifier : widestText;
}

function weightOf({ name, alignRight }: Column): 400 | 500 | 600 {
  return name === 'subject' || alignRight === true ? 600 : 400;
}

/** A layout with columns as wide as they have grown; those that somebody sized keep their width. */
export function withGrown(dataset: Dataset, layout: readonly LayoutColumn[], grown: GrownWidths): readonly LayoutColumn[] {
  return layout.map((column) =>
    column.width === declaredWidth(dataset, column) ? { ...column, width: shownWidth(column, grown) } : column,
  );
}

/** Columns of another table of the same study, as wide as those of their names have grown. */
export function asWideAsGrown(columns: readonly Column[], grown: GrownWidths): readonly Column[] {
  return columns.map((column) => ({ ...column, width: Math.max(column.width, grown.get(column.name) ?? 0) }));
}

/** What is displayed, with the declared widths of those columns that have only grown: a growth is nobody's choice to be kept. */
export function withoutGrown<T extends Pick<LayoutColumn, 'name' | 'width'>>(
  dataset: Dataset,
  displayed: readonly T[],
  grown: GrownWidths,
): readonly T[] {
  return displayed.map((column) =>
    grown.get(column.name) === column.width ? { ...column, width: declaredWidth(dataset, column) ?? column.width } : column,
  );
}

function shownWidth({ name, width }: LayoutColumn, grown: GrownWidths): number {
  return Math.max(width, grown.get(name) ?? 0);
}

function declaredWidth(dataset: Dataset, { name }: Pick<LayoutColumn, 'name'>): number | undefined {
  return dataset.columns.find((column) => column.name === name)?.width;
}

/** Lets columns grow to rows, given as the texts of these columns. */
export type Grow = (columns: readonly Column[], rows: Iterable<readonly string[]>) => void;

/** The texts of rows, column by column, that their cells are as wide as. */
export function textsOf(columns: readonly Column[], rows: readonly GridRow[]): readonly (readonly string[])[] {
  return rows.map(({ cells }) => columns.map((column, at) => (column.kind === 'datetime' ? '' : cellText(column, cells[at] ?? null))));
}

const none: GrownWidths = new Map();

/** The widths that the columns of a table have grown to while this window has been open, and what makes them grow. */
export function useGrownWidths(study: string, table: string): readonly [GrownWidths, Grow] {
  const { grownWidths } = useModel();
  const key = layoutKey(study, table);
  const grow = useCallback<Grow>(
    (columns, rows) => {
      grownWidths.update((before) => {
        const own = before.get(key) ?? none;
        const now = grownBy(columns, rows, own);
        return now === own ? before : new Map(before).set(key, now);
      });
    },
    [grownWidths, key],
  );
  return [useStore(grownWidths).get(key) ?? none, grow];
}
