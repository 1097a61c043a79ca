import { compareTexts } from '../compare-texts.ts';
import { millisecondsOfDay } from '../day.ts';
import { highestOf } from './extremes.ts';
import { hasUncertainSign, isUnscheduled, visitWords, type VisitToken } from './visit-words.ts';

/** When a subject was first at a visit, in milliseconds of wall-clock time; null without a date. */
export interface VisitDate {
  readonly subject: string;
  readonly visit: string;
  readonly first: number | null;
}

/** A visit in order. `day`: the median, over subjects, of days from the first record to the first one at the visit. */
export interface OrderedVisit {
  readonly visit: string;
  readonly subjects: number;
  readonly day: number | null;
}

/**
 * Orders visits in the one order used by all views: the order that most subjects have them in. Subjects start at different dates, and one
 * mistyped date does not move a visit. Unscheduled visits are placed where their own subjects had them among the planned ones. Visits of
 * one kind (weeks, cycles, unscheduled) are sorted by number among the places that their dates give them. A visit without a date follows
 * the one of its kind with the preceding number, otherwise it is placed by the words of its name.
 */
export function orderVisits(dates: readonly VisitDate[]): readonly OrderedVisit[] {
  const known = byDays(dates);
  const dated = known.filter(({ day }) => day !== null);
  const planned = dated.filter(({ visit }) => !isUnscheduled(visit));
  const unplanned = dated.filter(({ visit }) => isUnscheduled(visit));
  const rank = ranksOf(planned, dates);
  const inTime = planned.toSorted((left, right) => (rank.get(left.visit) ?? 0) - (rank.get(right.visit) ?? 0));
  const areMany = planned.length * unplanned.length > mostVotes;
  const ordered = byNumbers(areMany ? dated : withUnplanned(byNumbers(inTime), unplanned, dates));
  const undated = known.filter(({ day }) => day === null);
  return undated.length * known.length > mostPlaced ? [...ordered, ...undated] : undated.reduce(withUndated, ordered);
}

/** With more pairs of planned and unscheduled visits, all of them are ordered by their days alone. */
const mostVotes = 2_000_000;
/** With more pairs of undated and other visits, the undated ones come last, ordered by their names. */
const mostPlaced = 40_000;

/**
 * Applies a person's decision to a derived order. A visit added since then comes after the one it follows in the derived order; an empty
 * decision keeps the derived order.
 */
export function asDecided(derived: readonly string[], decided: readonly string[]): readonly string[] {
  const known = new Set(derived);
  const ordered = decided.filter((visit) => known.has(visit));
  if (ordered.length === 0) return derived;
  const asked = new Set(ordered);
  derived.forEach((visit, at) => {
    if (!asked.has(visit)) ordered.splice(at === 0 ? 0 : ordered.indexOf(derived[at - 1] ?? '') + 1, 0, visit);
  });
  return ordered;
}

function byDays(dates: readonly VisitDate[]): readonly OrderedVisit[] {
  const starts = new Map<string, number>();
  const visits = new Map<string, VisitDate[]>();
  for (const date of dates) {
    const { subject, visit, first } = date;
    if (first !== null) starts.set(subject, Math.min(first, starts.get(subject) ?? first));
    const known = visits.get(visit);
    if (known === undefined) visits.set(visit, [date]);
    else known.push(date);
  }
  const dayOf = ({ subject, first }: VisitDate): readonly number[] => {
    const start = starts.get(subject);
    return first === null || start === undefined ? [] : [(first - start) / millisecondsOfDay];
  };
  return [...visits]
    .map(([visit, of]) => ({ visit, subjects: of.length, day: median(of.flatMap(dayOf)) }))
    .toSorted((left, right) => (left.day ?? Infinity) - (right.day ?? Infinity) || compareVisits(left.visit, right.visit));
}

/** Maximum number of visits that are compared in pairs. No protocol has more, and the pairs of a million labels would block the reader. */
const mostCompared = 200;

/**
 * The number of visits that each one comes after. A visit comes after another if most subjects with both have it later, so that the end of
 * treatment follows cycles that few reached. Visits that no subject has both of are compared by the words of their names, then by days. If
 * there are too many to compare, only days count.
 */
function ranksOf(visits: readonly OrderedVisit[], dates: readonly VisitDate[]): ReadonlyMap<string, number> {
  const places = new Map(visits.map(({ visit }, place) => [visit, place]));
  if (visits.length > mostCompared) return places;
  const bySubject = plannedBySubject(visits, dates);
  // By pair of indexes: subjects who have the second one later, minus those who have it earlier.
  const later = new Map<number, number>();
  const pair = (left: number, right: number): number => left * visits.length + right;
  for (const ofSubject of bySubject.values())
    for (const left of ofSubject)
      for (const right of ofSubject) {
        if (left.place >= right.place) continue;
        const place = pair(left.place, right.place);
        later.set(place, (later.get(place) ?? 0) + Math.sign(right.first - left.first));
      }
  const phase = visits.map(({ visit }) => phaseOf(visit));
  const comesAfter = (place: number, other: number): boolean => {
    const votes = place > other ? (later.get(pair(other, place)) ?? 0) : -(later.get(pair(place, other)) ?? 0);
    return (votes || (phase[place] ?? 0) - (phase[other] ?? 0) || place - other) > 0;
  };
  return new Map(
    visits.map(({ visit }, place) => [visit, visits.filter((_, other) => other !== place && comesAfter(place, other)).length]),
  );
}

/**
 * When each subject first was at which of these visits, by index. All others are left out: a subject may have a hundred thousand unscheduled
 * visits, and each of those asks for the planned ones.
 */
function plannedBySubject(
  visits: readonly OrderedVisit[],
  dates: readonly VisitDate[],
): ReadonlyMap<string, readonly { readonly place: number; readonly first: number }[]> {
  const places = new Map(visits.map(({ visit }, place) => [visit, place]));
  const placed = dates.flatMap(({ subject, visit, first }) => {
    const place = places.get(visit);
    return first === null || place === undefined ? [] : [{ subject, place, first }];
  });
  return Map.groupBy(placed, ({ subject }) => subject);
}

/** Places each unscheduled visit before the first planned one that its own subjects had later, as far as they agree. */
function withUnplanned(
  planned: readonly OrderedVisit[],
  unplanned: readonly OrderedVisit[],
  dates: readonly VisitDate[],
): readonly OrderedVisit[] {
  const byVisit = Map.groupBy(dates, ({ visit }) => visit);
  const bySubject = plannedBySubject(planned, dates);
  const before = planned.map((): OrderedVisit[] => []);
  const behind: OrderedVisit[] = [];
  for (const one of unplanned.toSorted((left, right) => compareVisits(left.visit, right.visit))) {
    const later = planned.map(() => 0);
    for (const { subject, first } of byVisit.get(one.visit) ?? []) {
      if (first === null) continue;
      for (const other of bySubject.get(subject) ?? []) later[other.place] = (later[other.place] ?? 0) + (other.first > first ? 1 : -1);
    }
    (before[cutOf(later, planned, one.day)] ?? behind).push(one);
  }
  return [...planned.flatMap((one, place) => [...(before[place] ?? []), one]), ...behind];
}

/**
 * The position with most of the earlier visits before it and most of the later ones after it; of equal positions, the one that fits by
 * days.
 */
function cutOf(later: readonly number[], planned: readonly OrderedVisit[], day: number | null): number {
  let score = later.reduce((sum, votes) => sum + votes, 0);
  const scores = [score, ...later.map((votes) => (score -= 2 * votes))];
  const most = highestOf(scores);
  const best = scores.flatMap((one, place) => (one === most ? [place] : []));
  return best.find((place) => (planned[place]?.day ?? Infinity) > (day ?? 0)) ?? best.at(-1) ?? planned.length;
}

/** Reassigns the places of visits of one kind by their numbers; those whose sign is uncertain keep the places of their dates. */
function byNumbers(visits: readonly OrderedVisit[]): readonly OrderedVisit[] {
  const kinds = Map.groupBy(
    visits.filter(({ visit }) => !hasUncertainSign(visit)),
    ({ visit }) => kindOf(visit),
  );
  const next = new Map(
    [...kinds].map(([kind, of]) => [kind, of.toSorted((left, right) => compareVisits(left.visit, right.visit)).values()]),
  );
  return visits.map((one) => next.get(kindOf(one.visit))?.next().value ?? one);
}

/** The words of a visit name without its numbers. */
function kindOf(visit: string): string {
  return visitWords(visit)
    .filter((token) => typeof token === 'string')
    .join(' ');
}

function withUndated(ordered: readonly OrderedVisit[], added: OrderedVisit): readonly OrderedVisit[] {
  const kind = kindOf(added.visit);
  const alike = ordered.filter(({ visit }) => kindOf(visit) === kind);
  const before = alike.findLast(({ visit }) => compareVisits(visit, added.visit) <= 0);
  const behind = alike.find(({ visit }) => compareVisits(visit, added.visit) > 0);
  const phase = phaseOf(added.visit);
  const later = ordered.findIndex(({ visit }) => phaseOf(visit) > phase);
  const at =
    before !== undefined
      ? ordered.indexOf(before) + 1
      : behind !== undefined
        ? ordered.indexOf(behind)
        : later === -1
          ? ordered.length
          : later;
  return ordered.toSpliced(at, 0, added);
}

/** Words that show when a visit is, from first to last; names without one are during treatment. */
const phases: readonly (readonly string[])[] = [
  ['consent', 'prescreening', 'screening'],
  ['run', 'lead', 'washout', 'enrollment', 'enrolment'],
  ['randomization', 'baseline'],
  [],
  ['endoftreatment', 'earlytermination', 'termination', 'discontinuation', 'withdrawal'],
  ['followup', 'retrieval', 'posttreatment', 'survival'],
  ['endofstudy'],
];
const duringTreatment = phases.findIndex((words) => words.length === 0);

function phaseOf(visit: string): number {
  const tokens = visitWords(visit);
  const phase = phases.findIndex((words) => words.some((word) => tokens.includes(word)));
  return phase === -1 ? duringTreatment : phase;
}

/** Whether a visit is, by its name, the end of treatment or after it. */
export function isAfterTreatment(visit: string): boolean {
  return phaseOf(visit) > duringTreatment;
}

/** Compares visits by name alone: by phase, then word by word and number by number. */
export function compareVisits(left: string, right: string): number {
  return phaseOf(left) - phaseOf(right) || compareTokens(visitWords(left), visitWords(right)) || compareTexts(left, right);
}

function compareTokens(left: readonly VisitToken[], right: readonly VisitToken[]): number {
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const difference = compareToken(left[at], right[at]);
    if (difference !== 0) return difference;
  }
  return 0;
}

function compareToken(left: VisitToken | undefined, right: VisitToken | undefined): number {
  if (left === undefined || right === undefined) return Number(left !== undefined) - Number(right !== undefined);
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return typeof left === typeof right ? compareTexts(String(left), String(right)) : typeof left === 'number' ? -1 : 1;
}

function median(values: readonly number[]): number | null {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? null;
}
