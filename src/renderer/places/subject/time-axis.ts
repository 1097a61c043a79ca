import { scaleLinear, scaleUtc, type ScaleLinear } from 'd3-scale';
import { shortLabels } from '../../../shared/derive/visit-labels.ts';
import { millisecondsOfDay } from '../../../shared/day.ts';
import { textWidth } from '../../ui/format/text-width.ts';
import { dateWords, dayNumber, dayOf, type Clock } from './days.ts';
import type { AxisKind } from '../../data/model/subject-view.ts';
import type { Visit } from './visits.ts';

/** A line of the time axis; its label is left out (`shown`) where it would run into its neighbour. */
export interface Tick {
  readonly at: number;
  readonly x: number;
  readonly label: string;
  /** The label as far as there is room for it. */
  readonly written: string;
  readonly under: string;
  readonly shown: boolean;
}

/** From moments of the wall clock to pixels of a plot. */
export interface TimeAxis {
  readonly width: number;
  /** The first and the last moment that it must reach; a plot has some room beyond them. */
  readonly from: number;
  readonly to: number;
  readonly x: (at: number) => number;
  /** The moment that is drawn there. */
  readonly at: (x: number) => number;
  readonly ticks: readonly Tick[];
}

interface AxisInput {
  readonly kind: AxisKind;
  readonly clock: Clock;
  readonly visits: readonly Visit[];
  /** Moments that the axis must reach. */
  readonly moments: readonly number[];
  /** The first and the last moment are the dates that are to be shown, and no others. */
  readonly exact: boolean;
  /** Pixels. */
  readonly width: number;
}

/** Room at either end, in pixels, and about what a label of one character takes. */
const edge = 28;
const characterWidth = 6.4;
const labelGap = 8;
/** Of the labels, in pixels. */
const labelSize = 11;
/** Days before and after where all is of one day, and that was not chosen. */
const daysAroundOne = 7;
/** Characters of a visit's name that are written out. */
const longestLabel = 16;
/** On the axis of visits each name is cut to its visit's room, but to no fewer characters than these. */
const shortestLabel = 6;

/** Null where there is no moment to draw. On the axis of visits each visit has the same room, and what lies between two is drawn between them. */
export function timeAxis({ kind, clock, visits, moments, exact, width }: AxisInput): TimeAxis | null {
  const all = [...moments, ...visits.map(({ at }) => at)];
  if (all.length === 0 || width <= 2 * edge) return null;
  // Whole days, so that what is known by its day alone lies within.
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

/** Visits of one day share a line. */
function mergedVisits(visits: readonly Visit[]): readonly { readonly at: number; readonly label: string }[] {
  const days = new Map<number, { at: number; label: string }>();
  for (const { visit, at } of visits) {
    const known = days.get(dayOf(at));
    if (known === undefined) days.set(dayOf(at), { at: dayOf(at) * millisecondsOfDay, label: visit });
    else known.label = `${known.label} / ${visit}`;
  }
  return [...days.values()];
}

/** Days at regular distances, each once: over a few days the scale would have several lines a day. */
function timeTicks(from: number, to: number, width: number): readonly { readonly at: number; readonly label: string }[] {
  const scale = scaleUtc([new Date(from), new Date(to)], [0, width]);
  const moments = scale.ticks(Math.max(2, Math.floor(width / 120))).map((date) => date.getTime());
  return moments.filter((at) => at < to && at % millisecondsOfDay === 0).map((at) => ({ at, label: '' }));
}

/** Pixels of a date with its whole year. */
const wholeDate = 82;

function underOf(kind: AxisKind, clock: Clock, at: number, isRoomy: boolean): string {
  if (kind === 'days') return dayNumber(clock, at);
  return dateWords(at).replace(/ (\d\d)(\d\d)$/, kind === 'visits' && isRoomy ? ' $1$2' : ' $2');
}

/** Characters that have room where every visit has `slot` pixels. */
function charactersOf(slot: number): number {
  return Math.min(longestLabel, Math.max(shortestLabel, Math.floor((slot - labelGap) / characterWidth)));
}

/** The width of a tick's words, in pixels. */
function labelWidth({ written, under }: Pick<Tick, 'written' | 'under'>): number {
  return Math.max(textWidth(written, { size: labelSize }), textWidth(under, { size: labelSize }));
}

/** Labels that would run into another are left out: the one of day 1 is written first, the others from the left. */
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
