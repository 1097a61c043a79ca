interface Size {
  readonly width: number;
  readonly height: number;
}

export const smallestSize: Size = { width: 720, height: 480 };
const preferredSize: Size = { width: 1440, height: 900 };

/**
 * The size of a new window, given the part of the display that is free for windows. Windows centres a window that is larger than its
 * display without shrinking it, which would put the title bar out of reach.
 */
export function sizeWithin(free: Size): Size {
  const fit = (side: keyof Size): number => Math.max(smallestSize[side], Math.min(preferredSize[side], free[side]));
  return { width: fit('width'), height: fit('height') };
}
