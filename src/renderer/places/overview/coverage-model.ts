import type { Output } from '../../../shared/contract.ts';
import { isUnscheduled } from '../../../shared/derive/visit-words.ts';

type Coverage = Output<'coverage.read'>;
export type CoverageCell = Coverage['cells'][number];

/** What stands in one place of the matrix; a gap: as `derive/visit-gaps` has it. */
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
