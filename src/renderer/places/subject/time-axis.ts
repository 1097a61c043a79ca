import { scaleLinear, scaleUtc, type ScaleLinear } from 'd3-scale';
import { shortLabels } from '../../../shared/derive/visit-labels.ts';
import { millisecondsOfDay } from '../../../shared/day.ts';
import { textWidth } from '../../ui/format/text-width.ts';
import { dateWords, dayNumber, dayOf, type Clock } from './days.ts';
import type { AxisKind } from '../../data/model/subject-view.ts';
import type { Visit } from './visits.ts';

/** A grid line of the time axis. `shown` is false if its label would overlap another. */
export interface Tick {
  readonly at: number;
  readonly x: number;
  readonly label: string;
  /** The label, shortened to the available width. */
  readonly written: string;
  readonly under: string;
  readonly shown: boolean;
}

/** Maps wall-clock times to pixels of a plot. */
export interface TimeAxis {
  readonly width: number;
  /** Start (inclusive) and end (exclusive) of the dates on the axis; the plot has a margin beyond them. */
  readonly from: number;
  readonly to: number;
  readonly x: (at: number) => number;
  /** The time at a pixel position. */
  readonly at: (x: number) => number;
  readonly ticks: readonly Tick[];
}

interface AxisInput {
  readonly kind: AxisKind;
  readonly clock: Clock;
  readonly visits: readonly Visit[];
  /** Times that the axis must include. */
  readonly moments: readonly number[];
  /** The first and last of `moments` are exactly the dates to show. */
  readonly exact: boolean;
  /** Pixels. */
  readonly width: number;
}

/** Margin at either end, approximate width of a character, and minimum gap between labels, in pixels. */
const edge = 28;
const characterWidth = 6.4;
const labelGap = 8;
/** Font size of the labels in pixels. */
const labelSize = 11;
/** Days added before and after if all records are on one day, unless that day was chosen. */
const daysAroundOne = 7;
/** Maximum characters of a visit's name. */
const longestLabel = 16;
/** On the visit axis, names are cut to the width of their visit, but never below this many characters. */
const shortestLabel = 6;

/**
 * Null if there is no time to draw or the plot is too narrow. On the visit axis, each visit day has the same width and times between two
 * visits are interpolated.
 */
export function timeAxis({ kind, clock, visits, moments, exact, width }: AxisInput): TimeAxis | null {
  const all = [...moments, ...visits.map(({ at }) => at)];
  if (all.length === 0 || width <= 2 * edge) return null;
  // Whole days, so that records without a time of day are included.
  const first = dayOf(all.reduce((least, at) => Math.min(least, at)));
  const last = dayOf(all.reduce((most, at) => Math.max(most, at)));
  const around = first === last && !exact ? daysAroundOne : 0;
  const from = (first - around) * millisecondsOfDay;
  const to = (last + 1 + around) * millisecondsOfDay;
  const scale = kind === 'visits' && visits.length > 1 ? byVisits(visits, from, to, width) : byTime(from, to, width);
  const places = visits.length === 0 ? timeTicks(from, to, width) : mergedVisits(visits);
  const slot = kind === 'visits' && visits.length > 1 ? (width - 2 * edge) / places.length : Number.POSITIVE_INFINITY;
  const longest = charactersOf(slot);
  const under = (at: number): string => underOf(kind, clock, at, slot >= wholeDate);
  const written = shortLabels([...new Set(places.map(({ label }) => label))], longest);
  const ticks = thinned(
    places.map(({ at, label }) => ({ at, x: scale(at), label, written: written.get(label) ?? label, under: under(at) })),
    clock.anchor,
  );
  return { width, from, to, x: scale, at: (x) => scale.invert(x), ticks };
}

type Scale = ScaleLinear<number, number>;

function byTime(from: number, to: number, width: number): Scale {
  return scaleLinear([from, to], [edge, width - edge]);
}

function byVisits(visits: readonly Visit[], from: number, to: number, width: number): Scale {
  const knots = [...new Set(visits.map(({ at }) => dayOf(at) * millisecondsOfDay))];
  const slot = (width - 2 * edge) / knots.length;
  const places = knots.map((_, index) => edge + slot * (index + 0.5));
  const [start, end] = [knots[0] ?? from, knots.at(-1) ?? to];
  const moments = [Math.min(from, start - millisecondsOfDay), ...knots, Math.max(to, end + millisecondsOfDay)];
  return scaleLinear(moments, [edge, ...places, width - edge]);
}

/** Visits on the same day share a grid line. */
function mergedVisits(visits: readonly Visit[]): readonly { readonly at: number; readonly label: string }[] {
  const days = new Map<number, { at: number; label: string }>();
  for (const { visit, at } of visits) {
    const known = days.get(dayOf(at));
    if (known === undefined) days.set(dayOf(at), { at: dayOf(at) * millisecondsOfDay, label: visit });
    else known.label = `${known.label} / ${visit}`;
  }
  return [...days.values()];
}

/** Ticks at regular intervals on whole days only, because over a short span the scale has several ticks per day. */
function timeTicks(from: number, to: number, width: number): readonly { readonly at: number; readonly label: string }[] {
  const scale = scaleUtc([new Date(from), new Date(to)], [0, width]);
  const moments = scale.ticks(Math.max(2, Math.floor(width / 120))).map((date) => date.getTime());
  return moments.filter((at) => at < to && at % millisecondsOfDay === 0).map((at) => ({ at, label: '' }));
}

/** Width in pixels of a date with a four-digit year. */
const wholeDate = 82;

function underOf(kind: AxisKind, clock: Clock, at: number, isRoomy: boolean): string {
  if (kind === 'days') return dayNumber(clock, at);
  return dateWords(at).replace(/ (\d\d)(\d\d)$/, kind === 'visits' && isRoomy ? ' $1$2' : ' $2');
}

/** Maximum characters of a label if each visit has `slot` pixels. */
function charactersOf(slot: number): number {
  return Math.min(longestLabel, Math.max(shortestLabel, Math.floor((slot - labelGap) / characterWidth)));
}

/** Width of a tick's labels in pixels. */
function labelWidth({ written, under }: Pick<Tick, 'written' | 'under'>): number {
  return Math.max(textWidth(written, { size: labelSize }), textWidth(under, { size: labelSize }));
}

/** Hides labels that would overlap another. Day 1 is placed first, then the others from the left. */
function thinned(ticks: readonly Omit<Tick, 'shown'>[], anchor: number | null): readonly Tick[] {
  const taken: { readonly from: number; readonly to: number }[] = [];
  const shown = new Set<Omit<Tick, 'shown'>>();
  const isAnchor = ({ at }: Omit<Tick, 'shown'>): boolean => dayOf(at) === anchor;
  for (const tick of [...ticks.filter(isAnchor), ...ticks.filter((one) => !isAnchor(one))]) {
    const half = (labelWidth(tick) + labelGap) / 2;
    const room = { from: tick.x - half, to: tick.x + half };
    if (taken.some(({ from, to }) => from < room.to && room.from < to)) continue;
    taken.push(room);
    shown.add(tick);
  }
  return ticks.map((tick) => ({ ...tick, shown: shown.has(tick) }));
}
