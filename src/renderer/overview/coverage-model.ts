import type { Output } from '../../shared/contract.ts';
import { asDecided, isAfterTreatment } from '../../shared/derive/visit-order.ts';
import { isUnscheduled } from '../../shared/derive/visit-words.ts';

type Coverage = Output<'coverage.read'>;
export type CoverageCell = Coverage['cells'][number];

/** What stands in one place of the matrix; a gap: no records at a planned visit that is usual, though the subject has some at a later one. */
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

/** A visit is usual where at least this share of the subjects with later ones have records at it. */
const usualShare = 0.5;

/** Visits in the order that somebody decided on; no order: in that of the study. */
export function inOrder(coverage: Coverage, order: readonly string[]): Coverage {
  const derived = coverage.visits.map(({ visit }) => visit);
  const placeOf = new Map(asDecided(derived, order).map((visit, place) => [visit, place]));
  const moved = derived.map((visit) => placeOf.get(visit) ?? 0);
  return {
    ...coverage,
    visits: coverage.visits.toSorted((left, right) => (placeOf.get(left.visit) ?? 0) - (placeOf.get(right.visit) ?? 0)),
    cells: coverage.cells.map((cell) => ({ ...cell, visit: moved[cell.visit] ?? cell.visit })),
  };
}

/** The column that stands for all unscheduled visits while they are folded. */
export const foldedVisits = 'Unscheduled';

/** The visits that fold into one column: the unscheduled ones, where there are several. */
export function foldableVisits({ visits }: Pick<Coverage, 'visits'>): readonly string[] {
  const unscheduled = visits.map(({ visit }) => visit).filter(isUnscheduled);
  return unscheduled.length > 1 ? unscheduled : [];
}

/** The coverage with these visits as one behind all others: their records and first dates together. */
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
    const dates = [before?.first ?? null, cell.first].filter((first) => first !== null);
    merged.set(place, {
      ...{ subject: cell.subject, visit, records: cell.records + (before?.records ?? 0), outside: cell.outside + (before?.outside ?? 0) },
      first: dates.length === 0 ? null : Math.min(...dates),
    });
  }
  const cells = [...merged.values()];
  const subjects = cells.filter(({ visit }) => visit === kept.length).length;
  return { ...coverage, visits: [...kept, { visit: foldedVisits, subjects, day: null }], cells };
}

export function matrixOf({ visits, subjects, cells }: Coverage): CoverageMatrix {
  const byPlace = new Map(cells.map((cell) => [cell.subject * visits.length + cell.visit, cell]));
  const breaks = breaksOf(cells.map(({ records }) => records));
  const isDue = dueVisits(visits, subjects.length, cells);
  const usual = visits.map((_, visit) => {
    const due = subjects.flatMap((_subject, subject) => (isDue(subject, visit) ? [subject] : []));
    const seen = due.filter((subject) => byPlace.has(subject * visits.length + visit));
    return due.length > 0 && seen.length / due.length >= usualShare;
  });
  const slotOf = (subject: number, visit: number): Slot => {
    const cell = byPlace.get(subject * visits.length + visit);
    if (cell !== undefined) return { kind: 'records', cell, heat: heatOf(cell.records, breaks) };
    return { kind: isDue(subject, visit) && usual[visit] === true ? 'gap' : 'none' };
  };
  const rows = subjects.map((subject, at) => ({ subject, slots: visits.map((_, visit) => slotOf(at, visit)) }));
  return { visits, rows, breaks };
}

/**
 * Whether a subject should have been at a visit, by its later ones: a planned visit before its last planned one. Whoever ends early has the
 * visits after treatment and none of those between, so these say nothing of the visits before them.
 */
function dueVisits(
  visits: Coverage['visits'],
  subjects: number,
  cells: readonly CoverageCell[],
): (subject: number, visit: number) => boolean {
  const planned = visits.map(({ visit }) => !isUnscheduled(visit));
  const after = visits.map(({ visit }) => isAfterTreatment(visit));
  const last = Array.from({ length: subjects }, () => ({ treated: -1, any: -1 }));
  for (const { subject, visit } of cells) {
    const one = last[subject];
    if (one === undefined || planned[visit] !== true) continue;
    one.any = Math.max(one.any, visit);
    if (after[visit] !== true) one.treated = Math.max(one.treated, visit);
  }
  return (subject, visit) => planned[visit] === true && visit < (last[subject]?.[after[visit] === true ? 'any' : 'treated'] ?? -1);
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
