import { scaleLinear, type ScaleLinear } from 'd3-scale';
import type { WaterfallBar } from '../../../shared/derive/response-charts.ts';
import { shortName, textWidth, type Size } from '../../record/figures/figure.ts';
import { percentDomain } from '../../record/figures/axes.tsx';
import { highestOf } from '../../../shared/derive/extremes.ts';

export const margin = { left: 44, right: 56, top: 30, bottom: 20 };
/** Maximum width in pixels of a bar with its gap, unless the widest name needs more. */
const widestStep = 96;
/** Minimum steps in pixels for upright names, used if level ones do not fit, and for level numbers on clipped bars. */
export const roomForUprightName = 12;
export const roomForNumber = 34;
/** Pixels between a name and what is next to it. */
const gap = 6;
/** Bars above this percentage are clipped, and show their number if there is room. */
export const most = 100;
/** Maximum share of the height that names may take from the bars. */
const mostForNames = 0.6;

export interface WaterfallLayout {
  readonly step: number;
  /** Maps a percentage to pixels. */
  readonly y: ScaleLinear<number, number>;
  readonly domain: readonly [number, number];
  /** Null if there is no room for names. */
  readonly names: 'level' | 'upright' | null;
  /** The name of a bar, shortened at its start if it does not fit. */
  readonly nameOf: (bar: Pick<WaterfallBar, 'label' | 'percent'>) => string;
}

/** Names are on the opposite side of 0 from their bars, where the axis leaves room. `strip`: height of what is below the bars. */
export function layOutWaterfall(bars: readonly WaterfallBar[], { width, height }: Size, strip: (step: number) => number): WaterfallLayout {
  const widest = Math.max(0, highestOf(bars.map(({ label }) => textWidth(shortName(label)))));
  const step = Math.min(Math.max(widestStep, widest + gap), (width - margin.left - margin.right) / Math.max(1, bars.length));
  const names = widest + 4 <= step ? 'level' : step >= roomForUprightName ? 'upright' : null;
  const hasNumbers = step >= roomForUprightName && step < roomForNumber && bars.some(({ percent }) => percent > most);
  const domain = percentDomain(bars.map(({ percent }) => percent));
  const ends = { top: margin.top + (hasNumbers ? 28 : 0), bottom: height - margin.bottom - strip(step) };
  const [top, bottom] = names === 'upright' ? withRoomForNames(bars, domain, ends) : [ends.top, ends.bottom];
  const y = scaleLinear([...domain], [bottom, top]);
  const room = { above: y(0) - margin.top / 2, below: ends.bottom - y(0) };
  const nameOf = ({ label, percent }: Pick<WaterfallBar, 'label' | 'percent'>): string =>
    names === 'upright' ? shortName(label, (percent < 0 ? room.above : room.below) - gap) : shortName(label);
  return { step, y, domain, names, nameOf };
}

/** Ends of an axis that leaves room for upright names on both sides of 0, limited by `mostForNames`. */
function withRoomForNames(
  bars: readonly WaterfallBar[],
  [least, greatest]: readonly [number, number],
  { top, bottom }: { readonly top: number; readonly bottom: number },
): readonly [top: number, bottom: number] {
  const needed = (some: readonly WaterfallBar[]): number =>
    Math.max(0, highestOf(some.map(({ label }) => textWidth(shortName(label)) + 2 * gap)));
  const share = greatest / (greatest - least);
  const tall = bottom - top;
  // Half of the top margin is also available above the axis.
  const above = takenFor(needed(bars.filter(({ percent }) => percent < 0)) - margin.top / 2, share, tall);
  const below = takenFor(needed(bars.filter(({ percent }) => percent >= 0)), 1 - share, tall);
  const shrunk = Math.min(1, (mostForNames * tall) / Math.max(1, above + below));
  return [top + above * shrunk, bottom - below * shrunk];
}

/** Pixels to shorten the axis by at one end, so that they and `share` of the shortened axis add up to `needed`. */
function takenFor(needed: number, share: number, tall: number): number {
  return Math.max(0, (needed - share * tall) / (1 - share));
}
