import { textWidth, type Box } from './figure.ts';
import type { Point } from './find-mark.ts';

/** A label to place next to the end of a line. */
export interface WantedLabel {
  /** Name of its line. */
  readonly name: string;
  readonly text: string;
  /** The end of its line. */
  readonly end: Point;
  readonly isStrong: boolean;
}

export interface PlacedLabel extends WantedLabel {
  /** Start of its text, on the baseline. */
  readonly x: number;
  readonly y: number;
}

/** Candidate positions in order of preference, as pixel offsets from the end of the line to the text. */
const places: readonly Point[] = [
  { x: 8, y: 4 },
  { x: 7, y: -6 },
  { x: 7, y: 14 },
  { x: 2, y: -9 },
  { x: 2, y: 18 },
];
/** With more lines only strong labels are placed: there is little space, and searching for it would be slow. */
const mostLines = 250;

/** Places labels, in order, where they overlap no other label and no line. A label without such a place is dropped unless it is strong. */
export function placeLabels(wanted: readonly WantedLabel[], lines: readonly (readonly Point[])[], right: number): readonly PlacedLabel[] {
  const taken: Box[] = [];
  const placed: PlacedLabel[] = [];
  for (const label of wanted) {
    if (!label.isStrong && lines.length > mostLines) continue;
    const free = places
      .map((place) => at(label, place, right))
      .find((one) => {
        const box = boxOf(one);
        return !taken.some((other) => overlaps(box, other)) && (lines.length > mostLines || !lines.some((line) => crosses(line, box)));
      });
    const chosen = free ?? (label.isStrong ? at(label, places[0] ?? { x: 8, y: 4 }, right) : null);
    if (chosen === null) continue;
    taken.push(boxOf(chosen));
    placed.push(chosen);
  }
  return placed;
}

/** Places a label at an offset from its line end, moved left if it would extend beyond `right`. */
export function at(label: WantedLabel, place: Point, right: number): PlacedLabel {
  const x = Math.min(label.end.x + place.x, right - textWidth(label.text, label.isStrong ? 600 : 400));
  return { ...label, x, y: label.end.y + place.y };
}

function boxOf({ x, y, text, isStrong }: PlacedLabel): Box {
  return { x, y: y - 9, width: textWidth(text, isStrong ? 600 : 400), height: 10 };
}

function overlaps(one: Box, other: Box): boolean {
  const apart =
    one.x + one.width < other.x || other.x + other.width < one.x || one.y + one.height < other.y || other.y + other.height < one.y;
  return !apart;
}

/** Whether any segment of the line crosses the box. */
function crosses(line: readonly Point[], box: Box): boolean {
  return line.some((to, index) => {
    const from = line[index - 1];
    return from !== undefined && cuts(from, to, box);
  });
}

/** Clips the segment at each side (Liang–Barsky). */
function cuts(from: Point, to: Point, { x, y, width, height }: Box): boolean {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  let enter = 0;
  let leave = 1;
  const sides: readonly (readonly [number, number])[] = [
    [-dx, from.x - x],
    [dx, x + width - from.x],
    [-dy, from.y - y],
    [dy, y + height - from.y],
  ];
  for (const [direction, room] of sides) {
    if (direction === 0) {
      if (room < 0) return false;
      continue;
    }
    const share = room / direction;
    if (direction < 0) enter = Math.max(enter, share);
    else leave = Math.min(leave, share);
  }
  return enter <= leave;
}
