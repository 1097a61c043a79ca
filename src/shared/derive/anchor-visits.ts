import { memoize } from './memoize.ts';
import { visitWords, type VisitToken } from './visit-words.ts';

/**
 * Names of the first treatment visit, most certain first; a visit is of the first kind whose terms its name all contains. Sources: NCI CTEP
 * and oncology protocol templates for cycles ("C1D1"); CDISC ADaM Implementation Guide 1.3, 3.3.5 and the CDISC pilot study for "Baseline";
 * TransCelerate's Common Protocol Template 10, schedule of activities, for "Day 1", "Week 0" and "Randomization".
 */
const kinds: readonly (readonly string[])[] = [
  ['cycle 1', 'day 1'],
  ['cycle 1', 'week 1'],
  ['day 1'],
  ['baseline'],
  ['week 0'],
  ['day 0'],
  ['month 0'],
  ['randomization'],
  ['first dose'],
  ['treatment start'],
  ['start of treatment'],
  ['cycle 1'],
];

/** Words that may accompany such a term without changing its meaning: "Visit 2 Baseline", "Period 1 Day 1 (pre-dose)". */
const beside = new Set([
  ...[
    'visit',
    'study',
    'treatment',
    'trial',
    'clinic',
    'double',
    'blind',
    'predose',
    'pre',
    'dose',
    'dosing',
    'the',
    'of',
    'and',
    'prior',
    'to',
  ],
  ...['week 1', 'week 0', 'day 1', 'day 0', 'month 0', 'month 1', 'period 1', 'part 1', 'cycle 1', 'baseline', 'randomization'],
]);
const isNumberedVisit = /^(visit|hour|dose) /;

interface ReadVisit {
  /** Index among the kinds of first treatment visits. */
  readonly kind: number | null;
  /** Its words and numbers, spelled out. */
  readonly spelling: string;
  /** Its visit, hour and dose numbers: "hour 2". */
  readonly numbered: readonly string[];
}

const readVisit: (visit: string) => ReadVisit = memoize((visit) => {
  const tokens = visitWords(visit);
  const terms = termsOf(tokens);
  return { kind: kindOf(terms), spelling: tokens.join(' '), numbered: terms.filter((term) => isNumberedVisit.test(term)) };
});

/** The index of a visit among the kinds of first treatment visits, most certain first; null if its name is none of them. */
export function anchorKind(visit: string): number | null {
  return readVisit(visit).kind;
}

function kindOf(terms: readonly string[]): number | null {
  const text = terms.join(' ');
  const kind = kinds.findIndex((wanted) => wanted.every((term) => terms.includes(term) || (term.split(' ').length > 1 && text === term)));
  if (kind === -1) return null;
  const own = new Set(kinds[kind]?.flatMap((term) => [term, ...term.split(' ')]));
  return terms.every((term) => own.has(term) || beside.has(term) || isNumberedVisit.test(term)) ? kind : null;
}

/** Combines each word with the number after it; further numbers are terms of their own: "cycle 1", "day 1". */
function termsOf(tokens: readonly VisitToken[]): readonly string[] {
  return tokens.flatMap((token, at): readonly string[] => {
    const [before, next] = [tokens[at - 1], tokens[at + 1]];
    if (typeof token === 'string') return [typeof next === 'number' ? `${token} ${String(next)}` : token];
    return typeof before === 'string' ? [] : [String(token)];
  });
}

/** Whether two visits are the same anchor: same spelling except for case, abbreviations and signs, or the same kind of first visit. */
export function isSameAnchorVisit(left: string, right: string): boolean {
  return left === right || isSameAnchor(readVisit(left), readVisit(right));
}

/** Whether results of two visits belong to the same one: the same anchor visit, and not another hour, dose or visit number. */
export function isSameVisit(left: string, right: string): boolean {
  if (left === right) return true;
  const [one, other] = [readVisit(left), readVisit(right)];
  return isSameAnchor(one, other) && !isOtherTime(one, other);
}

function isSameAnchor(one: ReadVisit, other: ReadVisit): boolean {
  if (one.kind !== null || other.kind !== null) return one.kind === other.kind;
  return one.spelling !== '' && one.spelling === other.spelling;
}

/** "Day 1 Hour 2" and "Day 1 Hour 4" differ. A visit or dose number in only one of the names does not count, an hour does. */
function isOtherTime(one: ReadVisit, other: ReadVisit): boolean {
  return ['visit ', 'hour ', 'dose '].some((word) => {
    const [first, second] = [one, other].map(({ numbered }) => numbered.filter((term) => term.startsWith(word)).join(' '));
    return first !== second && (word === 'hour ' || (first !== '' && second !== ''));
  });
}

/** The first treatment visit of a study, and the number of subjects with a date there. */
export interface AnchorVisit {
  /** The spelling used for most of its subjects. */
  readonly visit: string;
  readonly subjects: number;
}

/** The share of all subjects that must have a visit for it to be the default anchor. */
const leastShare = 0.5;

/**
 * The default anchor visit: the most certain first treatment visit that at least half of the study's subjects have. `visits`: by name, the
 * subjects with a date there. Null if there is none.
 */
export function anchorVisit(visits: ReadonlyMap<string, ReadonlySet<string>>, subjects: number): AnchorVisit | null {
  const byKind = kinds.map((): (readonly [visit: string, subjects: ReadonlySet<string>])[] => []);
  for (const [visit, having] of visits) {
    const kind = anchorKind(visit);
    if (kind !== null) byKind[kind]?.push([visit, having]);
  }
  for (const named of byKind) {
    const having = new Set(named.flatMap(([, of]) => [...of])).size;
    const [most] = named.toSorted(([, left], [, right]) => right.size - left.size);
    if (most !== undefined && having > 0 && having >= leastShare * subjects) return { visit: most[0], subjects: having };
  }
  return null;
}
