/** Height of a row and of the heads above, in pixels. */
export const rowHeight = 24;
export const headHeight = 56;
/** The place of the subjects, before the first visit. */
export const subjectColumn = -1;

/** A place of the matrix. */
export interface CoveragePlace {
  readonly row: number;
  readonly column: number;
}

const steps: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-20, 0],
  PageDown: [20, 0],
  Home: [0, Number.NEGATIVE_INFINITY],
  End: [0, Number.POSITIVE_INFINITY],
};

/** Where a key leads to in a matrix of so many rows and visits; null: nowhere. */
export function stepOf(key: string, { row, column }: CoveragePlace, rows: number, columns: number): CoveragePlace | null {
  const step = steps[key];
  if (step === undefined) return null;
  const within = (value: number, least: number, most: number): number => Math.min(most - 1, Math.max(least, value));
  return { row: within(row + step[0], 0, rows), column: within(column + step[1], subjectColumn, columns) };
}

/** Beneath the visits and beside the subjects, which stay where they are. */
export function keepInView(box: HTMLElement, { row, column }: CoveragePlace): void {
  const [names, ...visits] = box.querySelectorAll('.coverage-visits > span');
  const visit = visits[column]?.getBoundingClientRect();
  if (names !== undefined && visit !== undefined) {
    const left = names.getBoundingClientRect().right;
    const right = box.getBoundingClientRect().left + box.clientWidth;
    if (visit.left < left) box.scrollLeft -= left - visit.left + 4;
    else if (visit.right > right) box.scrollLeft += visit.right - right + 16;
  }
  const from = row * rowHeight;
  if (from < box.scrollTop) box.scrollTop = from;
  else if (from + rowHeight + headHeight > box.scrollTop + box.clientHeight)
    box.scrollTop = from + rowHeight + headHeight - box.clientHeight;
}
