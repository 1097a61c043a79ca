import { scaleLinear, type ScaleLinear } from 'd3-scale';
import type { WaterfallBar } from '../../../shared/derive/response-charts.ts';
import { shortName, textWidth, type Size } from '../../record/figures/figure.ts';
import { percentDomain } from '../../record/figures/axes.tsx';

export const margin = { left: 44, right: 56, top: 30, bottom: 20 };
/** No bar and its gap are wider than this, or than the widest name, in pixels. */
const widestStep = 96;
/** From this step on names stand upright where they have no room side by side, and numbers on clipped bars lie level. */
export const roomForUprightName = 12;
export const roomForNumber = 34;
/** Between a name and what is beside it. */
const gap = 6;
/** Bars end here, with their number on top (percent). */
export const most = 100;
/** Of the height, what names may take away from bars. */
const mostForNames = 0.6;

export interface WaterfallLayout {
  readonly step: number;
  /** Pixels of a percentage. */
  readonly y: ScaleLinear<number, number>;
  readonly domain: readonly [number, number];
  /** Null where there is no room for names. */
  readonly names: 'level' | 'upright' | null;
  /** The name of a bar, or as much of its end as there is room for. */
  readonly nameOf: (bar: Pick<WaterfallBar, 'label' | 'percent'>) => string;
}

/** Names stand on the other side of 0 than their bars: the axis leaves them room there. `strip`: height of what is beneath the bars. */
export function layOutWaterfall(bars: readonly WaterfallBar[], { width, height }: Size, strip: (step: number) => number): WaterfallLayout {
  const widest = Math.max(0, ...bars.map(({ label }) => textWidth(shortName(label))));
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

/** From where to where the axis goes: its zero far enough from both ends, within reason. */
function withRoomForNames(
  bars: readonly WaterfallBar[],
  [least, greatest]: readonly [number, number],
  { top, bottom }: { readonly top: number; readonly bottom: number },
): readonly [top: number, bottom: number] {
  const needed = (some: readonly WaterfallBar[]): number => Math.max(0, ...some.map(({ label }) => textWidth(shortName(label)) + 2 * gap));
  const share = greatest / (greatest - least);
  const tall = bottom - top;
  // Above the axis there is half of the margin besides.
  const above = takenFor(needed(bars.filter(({ percent }) => percent < 0)) - margin.top / 2, share, tall);
  const below = takenFor(needed(bars.filter(({ percent }) => percent >= 0)), 1 - share, tall);
  const shrunk = Math.min(1, (mostForNames * tall) / Math.max(1, above + below));
  return [top + above * shrunk, bottom - below * shrunk];
}

/** What the axis gives up at one end, so that this share of it and what is given up are as much as is needed. */
function takenFor(needed: number, share: number, tall: number): number {
  return Math.max(0, (needed - share * tall) / (1 - share));
}
