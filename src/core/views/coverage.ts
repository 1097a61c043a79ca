import { compareTexts } from '../../shared/compare-texts.ts';
import type { Output } from '../../shared/contract.ts';
import { talliesOf, type ResultTally, type SubjectTally, type TestDataset, type VisitTally } from './result-tally.ts';
import { orderVisits, type OrderedVisit, type VisitDate } from '../../shared/derive/visit-order.ts';

type Coverage = Output<'coverage.read'>;

interface CountedCell extends VisitTally {
  readonly subject: string | null;
}

/**
 * Records of each subject at each visit, and how many of them lie outside their own range. Visits stand in the one order of the study's
 * visits (`visitsOf`), whoever is counted.
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
  return { ...matrixOf([...merged.values()], visitsOf(tally)), unscheduled };
}

/** The visits of labs and vital signs in their order, of everybody. */
export function visitsOf(tally: ResultTally): readonly OrderedVisit[] {
  const known = ordered.get(tally) ?? orderVisits(datesOf(tally));
  ordered.set(tally, known);
  return known;
}

/** A tally is of one generation: its visits are put in order once. */
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

function cellsOf(tallies: readonly SubjectTally[]): readonly CountedCell[] {
  return tallies.flatMap(({ subject, visits }) => visits.map((visit) => ({ subject, ...visit })));
}

function added(before: CountedCell | undefined, cell: CountedCell): CountedCell {
  if (before === undefined) return cell;
  const first = earlier(before.first, cell.first);
  return { ...before, records: before.records + cell.records, outside: before.outside + cell.outside, first };
}

function matrixOf(counted: readonly CountedCell[], all: readonly OrderedVisit[]): Pick<Coverage, 'visits' | 'subjects' | 'cells'> {
  const having = new Map<string, number>();
  for (const { visit } of counted) having.set(visit ?? '', (having.get(visit ?? '') ?? 0) + 1);
  const visits = all.flatMap(({ visit, day }) => (having.has(visit) ? [{ visit, subjects: having.get(visit) ?? 0, day }] : []));
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

function placesOf(names: readonly string[]): ReadonlyMap<string, number> {
  return new Map(names.map((name, place) => [name, place]));
}
