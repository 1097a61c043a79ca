import type { TimeAxis } from './time-axis.ts';

/** Widths in pixels of the three columns of the figure: names, plot, nearest values. */
export interface Geometry {
  readonly axis: TimeAxis;
  readonly left: number;
  readonly plot: number;
  readonly right: number;
}

/** Column widths for a figure of this width; the columns beside the plot are smaller in a narrow window. */
export function columnsOf(width: number): Pick<Geometry, 'left' | 'plot' | 'right'> {
  const [left, right] = width >= 760 ? [208, 132] : [140, 92];
  return { left, right, plot: Math.max(0, Math.floor(width) - left - right) };
}

/** Pixels for the numbers of the scale at the left of a plot. */
export const scaleRoom = 46;
