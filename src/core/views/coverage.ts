import { compareTexts } from '../../shared/compare-texts.ts';
import type { Output } from '../../shared/contract.ts';
import { visitGaps } from '../../shared/derive/visit-gaps.ts';
import { asDecided, orderVisits, type OrderedVisit, type VisitDate } from '../../shared/derive/visit-order.ts';
import type { ResultTally, SubjectTally, TestDataset, VisitTally } from './result-tally.ts';

type Coverage = Omit<Output<'coverage.read'>, 'generation'>;
type Cell = Coverage['cells'][number];

interface CoverageQuestion {
  /** The datasets whose records are counted. */
  readonly names: readonly TestDataset[];
  /** Null for all subjects, and records without a subject. */
  readonly subjects: readonly string[] | null;
  /** Every subject of the study. */
  readonly members: readonly string[];
  /** The user-defined order of visits; empty if there is none. */
  readonly decided: readonly string[];
}

/**
 * Counts the records of each subject at each visit, and those outside their own range. Visits are in the study's order of visits
 * (`studyVisits`), and gaps are found from the records of all subjects, whichever subjects are counted.
 */
export function coverageOf(tally: ResultTally, { names, subjects, members, decided }: CoverageQuestion): Coverage {
  const counted = [...countedCells(tally, names).values()];
  const met = new Set(counted.map(({ visit }) => visit));
  const all = studyVisits(tally, decided).filter(({ visit }) => met.has(visit));
  const asked = subjects === null ? null : new Set(subjects);
  const isAsked = (subject: string): boolean => asked === null || asked.has(subject);
  const shown = counted.filter(({ subject }) => isAsked(subject));
  const having = Map.groupBy(shown, ({ visit }) => visit);
  const gaps = gapsOf(
    all.map(({ visit }) => visit),
    counted,
  ).filter(({ subject }) => isAsked(subject));
  const missed = new Set(gaps.map(({ visit }) => visit));
  const visits = all
    .filter(({ visit }) => having.has(visit) || missed.has(visit))
    .map(({ visit, day }) => ({ visit, subjects: having.get(visit)?.length ?? 0, day }));
  const rows = [...new Set(shown.map(({ subject }) => subject))].sort(compareTexts);
  const [subjectAt, visitAt] = [placesOf(rows), placesOf(visits.map(({ visit }) => visit))];
  const placed = <T extends NamedPlace>({ subject, visit, ...cell }: T) => {
    const [row, column] = [subjectAt.get(subject), visitAt.get(visit)];
    return row === undefined || column === undefined ? [] : [{ ...cell, subject: row, visit: column }];
  };
  const askedMembers = members.filter(isAsked);
  const known = new Set(names.flatMap((name) => tally[name].map(({ subject }) => subject)));
  return {
    visits,
    subjects: rows,
    cells: shown.flatMap(placed),
    gaps: gaps.flatMap(placed),
    members: askedMembers.length,
    without: askedMembers.filter((subject) => !known.has(subject)),
    ...unplaced(tally, names, asked),
  };
}

interface NamedPlace {
  readonly subject: string;
  readonly visit: string;
}

type CountedCell = Omit<Cell, 'subject' | 'visit'> & NamedPlace;

/** Every subject's records at every visit, by both. */
function countedCells(tally: ResultTally, names: readonly TestDataset[]): ReadonlyMap<string, CountedCell> {
  const merged = new Map<string, CountedCell>();
  for (const name of names)
    for (const { subject, visit, records, outside, first, last } of cellsOf(tally[name])) {
      if (visit === null || subject === null) continue;
      const place = JSON.stringify([subject, visit]);
      const before = merged.get(place) ?? { ...noRecords, subject, visit };
      merged.set(place, {
        ...before,
        [name]: before[name] + records,
        records: before.records + records,
        outside: before.outside + outside,
        first: earlier(before.first, first),
        last: later(before.last, last),
      });
    }
  return merged;
}

const noRecords: Omit<CountedCell, 'subject' | 'visit'> = { labs: 0, vitals: 0, records: 0, outside: 0, first: null, last: null };

function gapsOf(visits: readonly string[], cells: readonly CountedCell[]): readonly NamedPlace[] {
  const names = [...new Set(cells.map(({ subject }) => subject))];
  const [subjectAt, visitAt] = [placesOf(names), placesOf(visits)];
  const seen = cells.map(({ subject, visit }) => ({ subject: subjectAt.get(subject) ?? 0, visit: visitAt.get(visit) ?? 0 }));
  return visitGaps(visits, names.length, seen).map(({ subject, visit }) => ({ subject: names[subject] ?? '', visit: visits[visit] ?? '' }));
}

/** Counts what has no cell in the matrix: records without a visit, and those without a subject. */
function unplaced(
  tally: ResultTally,
  names: readonly TestDataset[],
  asked: ReadonlySet<string> | null,
): Pick<Coverage, 'unscheduled' | 'withoutVisit' | 'nameless'> {
  const [withoutVisit, nameless] = [
    { labs: 0, vitals: 0 },
    { labs: 0, vitals: 0 },
  ];
  for (const name of names)
    for (const { subject, visit, records } of cellsOf(tally[name])) {
      if (subject === null) nameless[name] += asked === null ? records : 0;
      else if (visit === null && (asked === null || asked.has(subject))) withoutVisit[name] += records;
    }
  return { withoutVisit, nameless, unscheduled: withoutVisit.labs + withoutVisit.vitals + nameless.labs + nameless.vitals };
}

/** Returns the visits of labs and vital signs of all subjects, in the user-defined order if there is one. */
export function studyVisits(tally: ResultTally, decided: readonly string[]): readonly OrderedVisit[] {
  const derived = visitsOf(tally);
  const byName = new Map(derived.map((one) => [one.visit, one]));
  return asDecided(
    derived.map(({ visit }) => visit),
    decided,
  ).flatMap((visit) => byName.get(visit) ?? []);
}

/** In the derived order. */
function visitsOf(tally: ResultTally): readonly OrderedVisit[] {
  const known = ordered.get(tally) ?? orderVisits(datesOf(tally));
  ordered.set(tally, known);
  return known;
}

/** A tally belongs to one generation, so its visits are ordered only once. */
const ordered = new WeakMap<ResultTally, readonly OrderedVisit[]>();

function datesOf(tally: ResultTally): readonly VisitDate[] {
  const dates = new Map<string, VisitDate>();
  for (const { subject, visit, first } of [...cellsOf(tally.labs), ...cellsOf(tally.vitals)]) {
    if (visit === null || subject === null) continue;
    const place = JSON.stringify([subject, visit]);
    dates.set(place, { subject, visit, first: earlier(dates.get(place)?.first ?? null, first) });
  }
  return [...dates.values()];
}

function earlier(left: number | null, right: number | null): number | null {
  return left === null || right === null ? (left ?? right) : Math.min(left, right);
}

function later(left: number | null, right: number | null): number | null {
  return left === null || right === null ? (left ?? right) : Math.max(left, right);
}

function cellsOf(tallies: readonly SubjectTally[]): readonly (VisitTally & { readonly subject: string | null })[] {
  return tallies.flatMap(({ subject, visits }) => visits.map((visit) => ({ subject, ...visit })));
}

function placesOf(names: readonly string[]): ReadonlyMap<string, number> {
  return new Map(names.map((name, place) => [name, place]));
}
