import { compareTexts } from '../../shared/compare-texts.ts';
import type { Output } from '../../shared/contract.ts';
import { talliesOf, type ResultTally, type SubjectTally, type TestDataset, type VisitTally } from './result-tally.ts';
import { millisecondsOfDay } from '../../shared/day.ts';

type Coverage = Output<'coverage.read'>;

interface CountedCell extends VisitTally {
  readonly subject: string | null;
}

/**
 * Records of each subject at each visit, and how many of them lie outside their own range. Visits stand in the
 * order in which most subjects have them: subjects begin at different dates, and one date that was mistyped moves none.
 */
export function coverageOf(
  tally: ResultTally,
  names: readonly TestDataset[],
  subjects: readonly string[] | null,
): Omit<Coverage, 'generation'> {
  const merged = new Map<string, CountedCell>();
  let unscheduled = 0;
  for (const cell of names.flatMap((name) => cellsOf(talliesOf(tally[name], subjects)))) {
    if (cell.visit === null || cell.subject === null) {
      unscheduled += cell.records;
      continue;
    }
    const place = JSON.stringify([cell.subject, cell.visit]);
    merged.set(place, added(merged.get(place), cell));
  }
  return { ...matrixOf([...merged.values()]), unscheduled };
}

function cellsOf(tallies: readonly SubjectTally[]): readonly CountedCell[] {
  return tallies.flatMap(({ subject, visits }) => visits.map((visit) => ({ subject, ...visit })));
}

function added(before: CountedCell | undefined, cell: CountedCell): CountedCell {
  if (before === undefined) return cell;
  const first = before.first === null || cell.first === null ? (before.first ?? cell.first) : Math.min(before.first, cell.first);
  return { ...before, records: before.records + cell.records, outside: before.outside + cell.outside, first };
}

function matrixOf(counted: readonly CountedCell[]): Pick<Coverage, 'visits' | 'subjects' | 'cells'> {
  const starts = startsOf(counted);
  const byVisit = new Map<string, CountedCell[]>();
  for (const cell of counted) {
    const known = byVisit.get(cell.visit ?? '');
    if (known === undefined) byVisit.set(cell.visit ?? '', [cell]);
    else known.push(cell);
  }
  const dayOf = ({ subject, first }: CountedCell): readonly number[] => {
    const start = starts.get(subject ?? '');
    return first === null || start === undefined ? [] : [(first - start) / millisecondsOfDay];
  };
  const byDay = [...byVisit]
    .map(([visit, cells]) => ({ visit, subjects: cells.length, day: median(cells.flatMap(dayOf)) }))
    .toSorted((left, right) => (left.day ?? Infinity) - (right.day ?? Infinity) || compareTexts(left.visit, right.visit));
  const rank = ranksOf(byDay, counted);
  const visits = byDay.toSorted((left, right) => (rank.get(left.visit) ?? 0) - (rank.get(right.visit) ?? 0));
  const subjects = [...new Set(counted.map(({ subject }) => subject ?? ''))].sort(compareTexts);
  const [subjectAt, visitAt] = [placesOf(subjects), placesOf(visits.map(({ visit }) => visit))];
  const cells = counted.map(({ subject, visit, records, outside, first }) => ({
    subject: subjectAt.get(subject ?? '') ?? 0,
    visit: visitAt.get(visit ?? '') ?? 0,
    records,
    outside,
    first,
  }));
  return { visits, subjects, cells };
}

/** Visits that are compared two by two at most; no protocol has more, and the pairs of a million labels would stop the reader. */
const mostCompared = 200;

/**
 * How many visits each one comes after: one comes after another where most subjects who have both have it later, so that the end of
 * treatment stands behind cycles that few reached. Visits that no subject has both of go by their days, and so do all where they are more
 * than can be compared.
 */
function ranksOf(
  byDay: readonly { readonly visit: string; readonly day: number | null }[],
  counted: readonly CountedCell[],
): ReadonlyMap<string, number> {
  const places = placesOf(byDay.map(({ visit }) => visit));
  if (byDay.length > mostCompared) return places;
  const bySubject = new Map<string, { readonly place: number; readonly first: number }[]>();
  for (const { subject, visit, first } of counted) {
    const place = places.get(visit ?? '');
    if (first === null || place === undefined) continue;
    const known = bySubject.get(subject ?? '');
    if (known === undefined) bySubject.set(subject ?? '', [{ place, first }]);
    else known.push({ place, first });
  }
  // By pairs of places: subjects who have the second one later, less those who have it earlier.
  const later = new Map<number, number>();
  const pair = (left: number, right: number): number => left * byDay.length + right;
  for (const visits of bySubject.values()) {
    for (const left of visits) {
      for (const right of visits) {
        if (left.place >= right.place) continue;
        const place = pair(left.place, right.place);
        later.set(place, (later.get(place) ?? 0) + Math.sign(right.first - left.first));
      }
    }
  }
  const comesAfter = (place: number, other: number): boolean =>
    place > other ? (later.get(pair(other, place)) ?? 0) >= 0 : (later.get(pair(place, other)) ?? 0) < 0;
  return new Map(byDay.map(({ visit }, place) => [visit, byDay.filter((_, other) => other !== place && comesAfter(place, other)).length]));
}

/** The first date of each subject. */
function startsOf(counted: readonly CountedCell[]): ReadonlyMap<string, number> {
  const starts = new Map<string, number>();
  for (const { subject, first } of counted) {
    if (first !== null) starts.set(subject ?? '', Math.min(first, starts.get(subject ?? '') ?? Infinity));
  }
  return starts;
}

function placesOf(names: readonly string[]): ReadonlyMap<string, number> {
  return new Map(names.map((name, place) => [name, place]));
}

function median(values: readonly number[]): number | null {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? null;
}
