import type { Box, Size } from './figure.ts';
import type { Point } from './find-mark.ts';

/** Between a mark and what explains it, in pixels. */
const gap = 10;

/**
 * Where a tip stands so that all of the mark stays visible: right of it, left, beneath or above, within what is in view. Where none
 * has room, on the side of the most room. All in pixels of the drawing.
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

/** What both boxes lie in. */
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
