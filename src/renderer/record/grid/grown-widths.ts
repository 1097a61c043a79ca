import { useCallback } from 'react';
import type { GridRow } from '../../../shared/contract.ts';
import type { Dataset } from '../../../shared/datasets/datasets.ts';
import type { Column } from '../../../shared/datasets/declaration.ts';
import { textWidth } from '../../ui/format/text-width.ts';
import { cellText } from './cell-text.ts';
import { type GrownWidths, type LayoutColumn, layoutKey } from '../../data/table/layout.ts';
import { useModel } from '../../data/model/model-context.ts';
import { useStore } from '../../data/model/store.ts';

/** Pixels added to a text's width: the cell's padding, and a margin for errors in the estimate. */
const beside = 24;
/** Pixels up to which a column grows: identifiers should be readable in full, other texts may be clipped. */
const widestIdentifier = 420;
const widestText = 320;
/** Characters of a text that are measured: more than fit into the widest column. */
const mostMeasured = 200;

/** Widths that the texts of these rows need, if larger than the declared and previously grown ones. Returns `before` if nothing changes. */
export function grownBy(columns: readonly Column[], rows: Iterable<readonly string[]>, before: GrownWidths): GrownWidths {
  const grown = new Map(before);
  for (const texts of rows)
    for (const [at, column] of columns.entries()) {
      const needed = Math.min(
        mostOf(column),
        Math.ceil(textWidth((texts[at] ?? '').slice(0, mostMeasured), { weight: weightOf(column) })) + beside,
      );
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

/** A layout with grown widths. Columns that the user has resized keep their width. */
export function withGrown(dataset: Dataset, layout: readonly LayoutColumn[], grown: GrownWidths): readonly LayoutColumn[] {
  return layout.map((column) =>
    column.width === declaredWidth(dataset, column) ? { ...column, width: shownWidth(column, grown) } : column,
  );
}

/** Columns of another table of the same study, at least as wide as the columns of the same names have grown. */
export function asWideAsGrown(columns: readonly Column[], grown: GrownWidths): readonly Column[] {
  return columns.map((column) => ({ ...column, width: Math.max(column.width, grown.get(column.name) ?? 0) }));
}

/** The displayed columns, with declared widths for those that have only grown: a layout saves only widths that the user chose. */
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

/** Grows columns to fit rows, which are given as the texts of these columns. */
export type Grow = (columns: readonly Column[], rows: Iterable<readonly string[]>) => void;

/** The cell texts of rows by column, for measuring. Dates are left empty. */
export function textsOf(columns: readonly Column[], rows: readonly GridRow[]): readonly (readonly string[])[] {
  return rows.map(({ cells }) => columns.map((column, at) => (column.kind === 'datetime' ? '' : cellText(column, cells[at] ?? null))));
}

const none: GrownWidths = new Map();

/** The widths to which a table's columns have grown since the window opened, and the function that grows them. */
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
