import type { Output } from '../../shared/contract.ts';
import { millisecondsOfDay } from '../../shared/day.ts';

type Coverage = Output<'coverage.read'>;
export type CoverageCell = Coverage['cells'][number];

/** What stands in one place of the matrix; a gap: no records at a visit that is usual, though the subject has some before and after its day. */
export type Slot =
  { readonly kind: 'records'; readonly cell: CoverageCell; readonly heat: Heat } | { readonly kind: 'gap' } | { readonly kind: 'none' };

/** From few records to many, against all places of the matrix. */
export type Heat = 1 | 2 | 3 | 4;

export interface CoverageMatrix {
  readonly visits: Coverage['visits'];
  readonly rows: readonly { readonly subject: string; readonly slots: readonly Slot[] }[];
  /** The least records of the second, third and fourth shade. */
  readonly breaks: readonly [number, number, number];
}

/** A visit is usual where at least this share of the subjects who were followed beyond it have records at it. */
const usualShare = 0.5;

/**
 * Visits in the order that somebody decided on. One that came since stands behind the one that it follows by its days; no order: by their
 * days.
 */
export function inOrder(coverage: Coverage, order: readonly string[]): Coverage {
  const derived = coverage.visits.map(({ visit }) => visit);
  const known = new Set(derived);
  const ordered = order.filter((visit) => known.has(visit));
  const asked = new Set(ordered);
  derived.forEach((visit, at) => {
    if (!asked.has(visit)) ordered.splice(at === 0 ? 0 : ordered.indexOf(derived[at - 1] ?? '') + 1, 0, visit);
  });
  const placeOf = new Map(ordered.map((visit, place) => [visit, place]));
  const moved = derived.map((visit) => placeOf.get(visit) ?? 0);
  return {
    ...coverage,
    visits: coverage.visits.toSorted((left, right) => (placeOf.get(left.visit) ?? 0) - (placeOf.get(right.visit) ?? 0)),
    cells: coverage.cells.map((cell) => ({ ...cell, visit: moved[cell.visit] ?? cell.visit })),
  };
}

export function matrixOf({ visits, subjects, cells }: Coverage): CoverageMatrix {
  const byPlace = new Map(cells.map((cell) => [cell.subject * visits.length + cell.visit, cell]));
  const breaks = breaksOf(cells.map(({ records }) => records));
  const days = daysFollowed(subjects.length, cells);
  /** Whether the subject has records before and after the day that a visit usually is on. */
  const wasFollowed = (subject: number, visit: number): boolean => {
    const day = visits[visit]?.day ?? null;
    return day !== null && day > 0 && day < (days[subject] ?? 0);
  };
  const usual = visits.map((_, visit) => {
    const followed = subjects.flatMap((_subject, subject) => (wasFollowed(subject, visit) ? [subject] : []));
    const seen = followed.filter((subject) => byPlace.has(subject * visits.length + visit));
    return followed.length > 0 && seen.length / followed.length >= usualShare;
  });
  const slotOf = (subject: number, visit: number): Slot => {
    const cell = byPlace.get(subject * visits.length + visit);
    if (cell !== undefined) return { kind: 'records', cell, heat: heatOf(cell.records, breaks) };
    return { kind: wasFollowed(subject, visit) && usual[visit] === true ? 'gap' : 'none' };
  };
  const rows = subjects.map((subject, at) => ({ subject, slots: visits.map((_, visit) => slotOf(at, visit)) }));
  return { visits, rows, breaks };
}

/** Of each subject, the days from its first date to its last one. */
function daysFollowed(subjects: number, cells: readonly CoverageCell[]): readonly number[] {
  const spans = Array.from({ length: subjects }, () => ({ first: Infinity, last: -Infinity }));
  for (const { subject, first } of cells) {
    const span = spans[subject];
    if (first === null || span === undefined) continue;
    span.first = Math.min(span.first, first);
    span.last = Math.max(span.last, first);
  }
  return spans.map(({ first, last }) => Math.max(0, (last - first) / millisecondsOfDay));
}

/** Quartiles, each above the one before, so that no shade is empty by its limits. */
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

/** The shades in words, for the legend: "1–11", "12–23", "24–30", "31+". */
export function heatWords([second, third, fourth]: CoverageMatrix['breaks']): readonly [string, string, string, string] {
  const span = (from: number, to: number): string => (from === to ? String(from) : `${String(from)}–${String(to)}`);
  return [span(1, second - 1), span(second, third - 1), span(third, fourth - 1), `${String(fourth)}+`];
}
