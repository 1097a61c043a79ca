import type { Output } from '../../../shared/contract.ts';
import { isUnscheduled } from '../../../shared/derive/visit-words.ts';
import { formatCalendarDay } from '../../ui/format/dates.ts';
import { shortLabels } from '../../../shared/derive/visit-labels.ts';
import { textWidth } from '../../ui/format/text-width.ts';
import { formatCount, formatCountOf } from '../../../shared/format-count.ts';

type Coverage = Output<'coverage.read'>;
export type CoverageCell = Coverage['cells'][number];

/** Content of a matrix cell. `derive/visit-gaps` defines gaps. */
export type Slot =
  { readonly kind: 'records'; readonly cell: CoverageCell; readonly heat: Heat } | { readonly kind: 'gap' } | { readonly kind: 'none' };

/** Shade for few records (1) to many (4), relative to all cells of the matrix. */
export type Heat = 1 | 2 | 3 | 4;

export interface CoverageMatrix {
  readonly visits: Coverage['visits'];
  readonly rows: readonly { readonly subject: string; readonly slots: readonly Slot[] }[];
  /** Minimum number of records for the second, third and fourth shade. */
  readonly breaks: readonly [number, number, number];
}

/** Name of the column into which all unscheduled visits are folded. */
export const foldedVisits = 'Unscheduled';

/** The visits that can be folded into one column: the unscheduled ones, if there are several. */
export function foldableVisits({ visits }: Pick<Coverage, 'visits'>): readonly string[] {
  const unscheduled = visits.map(({ visit }) => visit).filter(isUnscheduled);
  return unscheduled.length > 1 ? unscheduled : [];
}

/** The coverage with these visits merged into one after all others, with their total records and overall date range. */
export function withFolded(coverage: Coverage, folded: readonly string[]): Coverage {
  if (folded.length === 0) return coverage;
  const names = new Set(folded);
  const kept = coverage.visits.filter(({ visit }) => !names.has(visit));
  const placeOf = new Map(kept.map(({ visit }, place) => [visit, place]));
  const merged = new Map<string, CoverageCell>();
  for (const cell of coverage.cells) {
    const visit = placeOf.get(coverage.visits[cell.visit]?.visit ?? '') ?? kept.length;
    const place = `${String(cell.subject)} ${String(visit)}`;
    const before = merged.get(place);
    merged.set(place, before === undefined ? { ...cell, visit } : together(before, cell));
  }
  const cells = [...merged.values()];
  const subjects = cells.filter(({ visit }) => visit === kept.length).length;
  const gaps = coverage.gaps.flatMap(({ subject, visit }) => {
    const place = placeOf.get(coverage.visits[visit]?.visit ?? '');
    return place === undefined ? [] : [{ subject, visit: place }];
  });
  return { ...coverage, visits: [...kept, { visit: foldedVisits, subjects, day: null }], cells, gaps };
}

function together(one: CoverageCell, other: CoverageCell): CoverageCell {
  const dates = [one.first, one.last, other.first, other.last].filter((at) => at !== null);
  return {
    ...one,
    records: one.records + other.records,
    labs: one.labs + other.labs,
    vitals: one.vitals + other.vitals,
    outside: one.outside + other.outside,
    first: dates.length === 0 ? null : Math.min(...dates),
    last: dates.length === 0 ? null : Math.max(...dates),
  };
}

export function matrixOf({ visits, subjects, cells, gaps }: Coverage): CoverageMatrix {
  const byPlace = new Map(cells.map((cell) => [cell.subject * visits.length + cell.visit, cell]));
  const missing = new Set(gaps.map(({ subject, visit }) => subject * visits.length + visit));
  const breaks = breaksOf(cells.map(({ records }) => records));
  const slotOf = (subject: number, visit: number): Slot => {
    const place = subject * visits.length + visit;
    const cell = byPlace.get(place);
    if (cell !== undefined) return { kind: 'records', cell, heat: heatOf(cell.records, breaks) };
    return { kind: missing.has(place) ? 'gap' : 'none' };
  };
  const rows = subjects.map((subject, at) => ({ subject, slots: visits.map((_, visit) => slotOf(at, visit)) }));
  return { visits, rows, breaks };
}

/** Quartiles, made strictly increasing so that no shade has an empty range. */
function breaksOf(records: readonly number[]): readonly [number, number, number] {
  const sorted = records.toSorted((left, right) => left - right);
  const quartile = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 1;
  const second = Math.max(2, quartile(0.25));
  const third = Math.max(second + 1, quartile(0.5));
  return [second, third, Math.max(third + 1, quartile(0.75))];
}

function heatOf(records: number, [second, third, fourth]: CoverageMatrix['breaks']): Heat {
  if (records >= fourth) return 4;
  if (records >= third) return 3;
  return records >= second ? 2 : 1;
}

/** The shades that occur ("1–11", "12–23", "24–30" or "31+"), and whether there are gaps. */
export interface CoverageLegend {
  readonly shades: readonly { readonly heat: Heat; readonly words: string }[];
  readonly hasGaps: boolean;
}

export function coverageLegend({ rows, breaks: [second, third, fourth] }: CoverageMatrix): CoverageLegend {
  const found = new Set(rows.flatMap(({ slots }) => slots.map((slot) => (slot.kind === 'records' ? slot.heat : slot.kind))));
  const span = (from: number, to: number): string => (from === to ? String(from) : `${String(from)}–${String(to)}`);
  const shades = [
    { heat: 1, words: span(1, second - 1) },
    { heat: 2, words: span(second, third - 1) },
    { heat: 3, words: span(third, fourth - 1) },
    { heat: 4, words: `${String(fourth)}+` },
  ] as const;
  return { shades: shades.filter(({ heat }) => found.has(heat)), hasGaps: found.has('gap') };
}

export type CountedDataset = 'labs' | 'vitals';

/** The dataset whose rows a cell opens: labs if it has any, otherwise vitals. */
export function openedDataset({ labs }: CoverageCell): CountedDataset {
  return labs > 0 ? 'labs' : 'vitals';
}

/** "35 labs", "1 vital sign". */
export function countedWords(dataset: CountedDataset, records: number): string {
  return dataset === 'labs' ? formatCountOf(records, 'lab', 'labs') : formatCountOf(records, 'vital sign');
}

/** Description of a matrix cell; the first line is its name. `counted`: for example "labs or vitals". */
export function slotLines(subject: string, visit: string, slot: Slot, counted: string): readonly string[] {
  const name = `${subject} at ${visit}`;
  if (slot.kind === 'none') return [name, `No ${counted}`];
  if (slot.kind === 'gap')
    return [name, `Gap: no ${counted} here although the subject has later visits`, 'and most subjects due have some'];
  const { labs, vitals, outside, first, last } = slot.cell;
  return [
    name,
    ...(labs > 0 ? [`${countedWords('labs', labs)}${outside > 0 ? `, ${formatCount(outside)} outside their range` : ''}`] : []),
    ...(vitals > 0 ? [countedWords('vitals', vitals)] : []),
    first === null || last === null ? 'No usable date' : datesWords(dayText(first), dayText(last)),
    `Enter or a click opens the ${openedDataset(slot.cell)}`,
  ];
}

function datesWords(first: string, last: string): string {
  return first === last ? first : `${first} to ${last}`;
}

/** `at`: wall-clock time in milliseconds. */
function dayText(at: number): string {
  return formatCalendarDay(new Date(at).toISOString().slice(0, 10));
}

/** The header of a visit, and the width of its column in pixels. */
export interface CoverageHead {
  readonly label: string;
  readonly width: number;
}

/** Maximum number of characters in a header, over two lines. */
const longest = 22;
const font = { size: 12, weight: 500 } as const;
const beside = 8;
const narrowest = 62;

/** Headers of visits, each as narrow as its text on two lines allows. */
export function coverageHeads(visits: readonly string[]): readonly CoverageHead[] {
  const labels = shortLabels(visits, longest);
  return visits.map((visit) => {
    const label = labels.get(visit) ?? visit;
    return { label, width: Math.max(narrowest, Math.ceil(twoLines(label.split(' '))) + beside) };
  });
}

/** Minimum width for words on at most two lines. */
function twoLines(words: readonly string[]): number {
  const lines = (at: number): number => Math.max(textWidth(words.slice(0, at).join(' '), font), textWidth(words.slice(at).join(' '), font));
  return Math.min(...words.map((_, at) => lines(at)));
}

/** Height of a row and of the header in pixels. */
export const rowHeight = 24;
export const headHeight = 56;
/** Index of the column of subjects, before the first visit. */
export const subjectColumn = -1;

/** Position of a cell in the matrix. */
export interface CoveragePlace {
  readonly row: number;
  readonly column: number;
}

const steps: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-20, 0],
  PageDown: [20, 0],
  Home: [0, Number.NEGATIVE_INFINITY],
  End: [0, Number.POSITIVE_INFINITY],
};

/** The position that a key moves to in a matrix of this size; null for keys that do not move. */
export function stepOf(key: string, { row, column }: CoveragePlace, rows: number, columns: number): CoveragePlace | null {
  const step = steps[key];
  if (step === undefined) return null;
  const within = (value: number, least: number, most: number): number => Math.min(most - 1, Math.max(least, value));
  return { row: within(row + step[0], 0, rows), column: within(column + step[1], subjectColumn, columns) };
}

/** Scrolls a cell into the view below the header and right of the subjects, both of which are sticky. */
export function keepInView(box: HTMLElement, { row, column }: CoveragePlace): void {
  const [names, ...visits] = box.querySelectorAll('.coverage-visits > span');
  const visit = visits[column]?.getBoundingClientRect();
  if (names !== undefined && visit !== undefined) {
    const left = names.getBoundingClientRect().right;
    const right = box.getBoundingClientRect().left + box.clientWidth;
    if (visit.left < left) box.scrollLeft -= left - visit.left + 4;
    else if (visit.right > right) box.scrollLeft += visit.right - right + 16;
  }
  const from = row * rowHeight;
  if (from < box.scrollTop) box.scrollTop = from;
  else if (from + rowHeight + headHeight > box.scrollTop + box.clientHeight)
    box.scrollTop = from + rowHeight + headHeight - box.clientHeight;
}

/**
 * A new order of the visits shown, with those of the earlier order that are not among them (of the other dataset, or of subjects outside
 * the filter), each behind the visit that it followed. An empty order stays empty.
 */
export function keepUnlisted(decided: readonly string[], before: readonly string[]): readonly string[] {
  if (decided.length === 0) return [];
  const order = [...decided];
  for (const [at, visit] of before.entries()) {
    const previous = before[at - 1];
    if (!order.includes(visit)) order.splice(previous === undefined ? 0 : order.indexOf(previous) + 1, 0, visit);
  }
  return order;
}
