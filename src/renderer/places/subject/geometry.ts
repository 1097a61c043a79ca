import type { TimeAxis } from './time-axis.ts';

/** Pixels of the three columns of the figure: names, plot, nearest values. */
export interface Geometry {
  readonly axis: TimeAxis;
  readonly left: number;
  readonly plot: number;
  readonly right: number;
}

/** The columns beside the plot for a figure of this width; they give way in a narrow window. */
export function columnsOf(width: number): Pick<Geometry, 'left' | 'plot' | 'right'> {
  const [left, right] = width >= 760 ? [208, 132] : [140, 92];
  return { left, right, plot: Math.max(0, Math.floor(width) - left - right) };
}

/** Room for the scale's numbers at the left of a plot. */
export const scaleRoom = 46;
