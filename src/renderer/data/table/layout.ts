import type { Layout, GridRow } from '../../../shared/contract.ts';
import type { Dataset } from '../../../shared/datasets/datasets.ts';
import type { CellValue } from '../../../shared/datasets/declaration.ts';

export type LayoutColumn = Layout['columns'][number];

/** Widths that columns have grown to, in pixels, by their names. */
export type GrownWidths = ReadonlyMap<string, number>;
/** By study and table. */
export type AllGrownWidths = ReadonlyMap<string, GrownWidths>;

const narrowest = 40;
const widest = 2000;

/** The columns of a dataset before any change. Only the subject is frozen. */
export function defaultLayout(dataset: Dataset): readonly LayoutColumn[] {
  return dataset.columns.map(({ name, width, shown }) => ({ name, width, shown, pinned: name === 'subject' }));
}

/** Updates a stored layout to the declaration: drops columns that are gone, and inserts new ones after the one they are declared after. */
export function mergeLayout(dataset: Dataset, kept: Layout | undefined): readonly LayoutColumn[] {
  const declared = defaultLayout(dataset);
  if (kept === undefined) return declared;
  const merged = kept.columns.filter(
    (column, index, all) =>
      declared.some(({ name }) => name === column.name) && all.findIndex(({ name }) => name === column.name) === index,
  );
  declared.forEach((column, index) => {
    if (merged.some(({ name }) => name === column.name)) return;
    const before = declared[index - 1]?.name;
    merged.splice(merged.findIndex(({ name }) => name === before) + 1, 0, column);
  });
  return merged;
}

/** The columns as the grid shows them: frozen ones first. */
export function shownOf(layout: readonly LayoutColumn[]): readonly LayoutColumn[] {
  const shown = layout.filter((column) => column.shown);
  return [...shown.filter((column) => column.pinned), ...shown.filter((column) => !column.pinned)];
}

/** Changes one column; at least one column stays shown. */
export function withColumn(
  layout: readonly LayoutColumn[],
  name: string,
  change: Partial<Omit<LayoutColumn, 'name'>>,
): readonly LayoutColumn[] {
  const changed = layout.map((column) =>
    column.name === name ? { ...column, ...change, width: limitWidth(change.width ?? column.width) } : column,
  );
  return changed.some((column) => column.shown) ? changed : layout;
}

function limitWidth(width: number): number {
  return Math.min(widest, Math.max(narrowest, Math.round(width)));
}

/** Moves a column before or after its neighbour among the shown columns of its kind (frozen or not). */
export function movedBy(layout: readonly LayoutColumn[], name: string, step: -1 | 1): readonly LayoutColumn[] {
  const moving = layout.find((column) => column.name === name);
  if (moving === undefined) return layout;
  const peers = shownOf(layout)
    .filter((column) => column.pinned === moving.pinned)
    .map((column) => column.name);
  const neighbour = peers[peers.indexOf(name) + step];
  if (neighbour === undefined) return layout;
  const rest = layout.filter((column) => column.name !== name);
  return rest.toSpliced(rest.findIndex((column) => column.name === neighbour) + (step === 1 ? 1 : 0), 0, moving);
}

/** Applies what the grid shows after columns were dragged or resized. Hidden columns keep their positions in the layout. */
export function withDisplayed(
  layout: readonly LayoutColumn[],
  displayed: readonly Pick<LayoutColumn, 'name' | 'width' | 'pinned'>[],
): readonly LayoutColumn[] {
  const rest = [...displayed];
  return layout.map((column) => {
    const now = column.shown ? rest.shift() : undefined;
    return now === undefined ? column : { name: now.name, shown: true, pinned: now.pinned, width: limitWidth(now.width) };
  });
}

export function sameLayout(one: readonly LayoutColumn[], other: readonly LayoutColumn[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The key of a layout among the preferences. */
export function layoutKey(study: string, dataset: string): string {
  return `${study}/${dataset}`;
}

/** The cell of a row by column name; null without the row or the column. */
export function cellOf(dataset: Dataset, row: GridRow | null, name: string): CellValue {
  return row?.cells[dataset.columns.findIndex((column) => column.name === name)] ?? null;
}
