import { z } from 'zod';

const pixels = z.int().min(-1_000_000).max(1_000_000);

/** A window's place on the desktop, when it is not maximized, and whether it is. */
export const windowPlaceSchema = z.strictObject({ x: pixels, y: pixels, width: pixels, height: pixels, isMaximized: z.boolean() });
export type WindowPlace = z.output<typeof windowPlaceSchema>;

interface Size {
  readonly width: number;
  readonly height: number;
}

export const smallestSize: Size = { width: 720, height: 480 };
const preferredSize: Size = { width: 1440, height: 900 };

interface Bounds extends Size {
  readonly x: number;
  readonly y: number;
}

/** Less of the earlier window than this, in pixels, does not tell on which display it was. */
const leastSeen = 100;

/**
 * The bounds of a window that was at a place, moved and shrunk until it is wholly on the display that shows most of it: displays are
 * removed, and their sizes change. If none shows enough of it, or no place is known, the size of a new window, which the system places.
 */
export function boundsWithin(place: WindowPlace | null, displays: readonly Bounds[], primary: Size): Size | Bounds {
  if (place === null) return sizeWithin(primary);
  const [display] = displays
    .map((area) => ({ area, seen: overlap(place, area) }))
    .filter(({ seen }) => seen.width >= leastSeen && seen.height >= leastSeen)
    .toSorted((one, other) => other.seen.width * other.seen.height - one.seen.width * one.seen.height);
  if (display === undefined) return sizeWithin(primary);
  const { area } = display;
  const [width, height] = [fit(place.width, area.width, smallestSize.width), fit(place.height, area.height, smallestSize.height)];
  return { width, height, x: moved(place.x, area.x, area.width - width), y: moved(place.y, area.y, area.height - height) };
}

function fit(wanted: number, free: number, least: number): number {
  return Math.max(least, Math.min(wanted, free));
}

/** The start of a window on an axis where it has this much room; without room, the start of the display. */
function moved(wanted: number, start: number, room: number): number {
  return Math.max(start, Math.min(wanted, start + room));
}

function overlap(one: Bounds, other: Bounds): Size {
  const along = (start: 'x' | 'y', size: keyof Size): number =>
    Math.max(0, Math.min(one[start] + one[size], other[start] + other[size]) - Math.max(one[start], other[start]));
  return { width: along('x', 'width'), height: along('y', 'height') };
}

/**
 * The size of a new window, given the part of the display that is free for windows. Windows centres a window that is larger than its
 * display without shrinking it, which would put the title bar out of reach.
 */
function sizeWithin(free: Size): Size {
  return {
    width: fit(preferredSize.width, free.width, smallestSize.width),
    height: fit(preferredSize.height, free.height, smallestSize.height),
  };
}
