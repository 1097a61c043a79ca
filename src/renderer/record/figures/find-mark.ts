import type { Box, Drawing, Mark, Size } from './figure.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Position of a mark: indexes of its row and of the mark within the row. */
export interface MarkAt {
  readonly row: number;
  readonly column: number;
}

type Rows = Drawing['rows'];

/** Maximum distance from the pointer to a mark that it hits, in pixels. */
const farthest = 20;

/** The mark under the pointer, or the nearest one less than `farthest` away; null if there is none. */
export function markNear(rows: Rows, point: Point): MarkAt | null {
  let best: MarkAt | null = null;
  let least = farthest;
  for (const [row, marks] of rows.entries())
    for (const [column, mark] of marks.entries()) {
      const far = distance(reachOf(mark), point);
      // Of several marks under the pointer, the last is drawn on top.
      if (far < least || (far === least && far === 0)) {
        best = { row, column };
        least = far;
      }
    }
  return best;
}

function reachOf({ reach, box }: Mark): Box {
  return reach ?? box;
}

function distance({ x, y, width, height }: Box, point: Point): number {
  const beside = (from: number, size: number, at: number): number => Math.max(from - at, 0, at - from - size);
  return Math.hypot(beside(x, width, point.x), beside(y, height, point.y));
}

export function markAt(rows: Rows, at: MarkAt | null): Mark | null {
  return at === null ? null : (rows[at.row]?.[at.column] ?? null);
}

/** Rows per Page Up or Page Down. */
const page = 10;

/** The mark that a key moves to; null if it is not a navigation key. Without a current mark, the first mark. */
export function step(rows: Rows, from: MarkAt | null, key: string): MarkAt | null {
  const keys: readonly string[] = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown'];
  if (!keys.includes(key)) return null;
  const here = markAt(rows, from);
  if (from === null || here === null) return first(rows);
  const last = (rows[from.row]?.length ?? 1) - 1;
  switch (key) {
    case 'ArrowLeft':
      return { ...from, column: Math.max(0, from.column - 1) };
    case 'ArrowRight':
      return { ...from, column: Math.min(last, from.column + 1) };
    case 'Home':
      return { ...from, column: 0 };
    case 'End':
      return { ...from, column: last };
    default:
      return acrossRows(rows, from, here, key.startsWith('Page') ? page : 1, key.endsWith('Up') ? -1 : 1);
  }
}

function first(rows: Rows): MarkAt | null {
  const row = rows.findIndex((marks) => marks.length > 0);
  return row < 0 ? null : { row, column: 0 };
}

/** Moves by `count` non-empty rows, to the horizontally nearest mark. */
function acrossRows(rows: Rows, from: MarkAt, here: Mark, count: number, direction: -1 | 1): MarkAt {
  let row = from.row;
  let left = count;
  for (let next = row + direction; next >= 0 && next < rows.length && left > 0; next += direction)
    if ((rows[next]?.length ?? 0) > 0) {
      row = next;
      left -= 1;
    }
  if (row === from.row) return from;
  const middle = (mark: Mark): number => mark.box.x + mark.box.width / 2;
  let column = 0;
  let least = Infinity;
  for (const [index, mark] of (rows[row] ?? []).entries()) {
    const far = Math.abs(middle(mark) - middle(here));
    if (far < least) [column, least] = [index, far];
  }
  return { row, column };
}

/** The subjects of the marks that a dragged box touches. If `brush` is one axis, the other axis is ignored. */
export function subjectsWithin(rows: Rows, box: Box, brush: 'x' | 'y' | 'xy'): ReadonlySet<string> {
  const touches = (from: number, size: number, otherFrom: number, otherSize: number): boolean =>
    from <= otherFrom + otherSize && otherFrom <= from + size;
  const found = new Set<string>();
  for (const marks of rows)
    for (const mark of marks) {
      const { x, y, width, height } = reachOf(mark);
      const across = brush === 'y' || touches(x, width, box.x, box.width);
      const along = brush === 'x' || touches(y, height, box.y, box.height);
      if (mark.subject !== null && across && along) found.add(mark.subject);
    }
  return found;
}

/** The subjects from one mark to another: of the marks between them in the same row, otherwise of all rows from one to the other. */
export function subjectsBetween(rows: Rows, from: MarkAt, to: MarkAt): ReadonlySet<string> {
  const found = new Set<string>();
  const take = (marks: readonly Mark[]): void => {
    for (const { subject } of marks) if (subject !== null) found.add(subject);
  };
  const [low, high] = from.row <= to.row ? [from, to] : [to, from];
  if (low.row === high.row) {
    const [left, right] = [Math.min(from.column, to.column), Math.max(from.column, to.column)];
    take((rows[low.row] ?? []).slice(left, right + 1));
  } else for (let row = low.row; row <= high.row; row += 1) take(rows[row] ?? []);
  return found;
}

/** Distance from a mark to its tooltip, in pixels. */
const gap = 10;

/**
 * Places a tooltip so that the whole mark stays visible: right of it, left, below or above, within the view. If it fits nowhere, it goes
 * to the side with the most space. All in pixels of the drawing.
 */
export function placeTip(mark: Box, tip: Size, view: Box): Point {
  const right = view.x + view.width;
  const bottom = view.y + view.height;
  const x = within(mark.x, view.x, right - tip.width);
  const y = within(mark.y, view.y, bottom - tip.height);
  const sides = [
    { room: right - (mark.x + mark.width + gap) - tip.width, at: { x: mark.x + mark.width + gap, y } },
    { room: mark.x - gap - tip.width - view.x, at: { x: mark.x - gap - tip.width, y } },
    { room: bottom - (mark.y + mark.height + gap) - tip.height, at: { x, y: mark.y + mark.height + gap } },
    { room: mark.y - gap - tip.height - view.y, at: { x, y: mark.y - gap - tip.height } },
  ] as const;
  const { at } = sides.find(({ room }) => room >= 0) ?? sides.reduce((best, side) => (side.room > best.room ? side : best));
  return { x: within(at.x, view.x, right - tip.width), y: within(at.y, view.y, bottom - tip.height) };
}

function within(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}

/** Bounding box of two boxes. */
export function around(one: Box, other: Box): Box {
  const x = Math.min(one.x, other.x);
  const y = Math.min(one.y, other.y);
  return {
    x,
    y,
    width: Math.max(one.x + one.width, other.x + other.width) - x,
    height: Math.max(one.y + one.height, other.y + other.height) - y,
  };
}
