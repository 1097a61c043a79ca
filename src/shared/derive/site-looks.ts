import { chancesOfSets } from '../statistics/random-sets.ts';
import { holm } from '../statistics/holm.ts';
import { logVarianceBias, successiveFreedom } from '../statistics/log-variance.ts';
import {
  digitPlaces,
  digitsOfPlace,
  isWeekend,
  siteGroups,
  vitalCodes,
  type DigitGroup,
  type SiteGroup,
  type SiteSeries,
  type SubjectWork,
} from './site-work.ts';
import { fewestSubjects } from './subject-sites.ts';

/** What is looked at. */
export const siteLookKinds = ['digits', 'spread', 'repeats', 'late', 'weekends'] as const;
export type SiteLookKind = (typeof siteLookKinds)[number];

/** One look at one site, beside all other sites that can be looked at in the same way. */
export interface SiteLook {
  readonly site: string;
  readonly kind: SiteLookKind;
  /** Null: of all labs and vital signs. */
  readonly group: SiteGroup | null;
  /** The unit of last digits as sent, where the group's are in several. */
  readonly unit: string | null;
  readonly subjects: readonly string[];
  /** Last digits; pairs of successive numbers; records that are old enough; days with records. */
  readonly records: number;
  /** Of these, those that are meant; for `spread` the site's spread as a multiple of what is usual. */
  readonly share: number;
  readonly others: number;
  /** The digits that are more frequent than elsewhere, of `digits`. */
  readonly digits: readonly number[];
  /** The chance that so many subjects, drawn from all, differ as much, adjusted for the number of looks (Holm). */
  readonly chance: number;
  readonly isAsked: boolean;
}

/** Questions are asked where the adjusted chance is below it. */
export const lookLevel = 0.05;

/** Records that a site and the others need, and cases that there must be among all. */
const fewestRecords = 50;
const fewestCases = 5;
/** Sets that are drawn for one look, and for each look of all: the smallest chance must lie well below what Holm's method asks for. */
const fewestSets = 9_999;
const setsPerLook = 2 / lookLevel;

/** Looks of one kind at sites of one size, which are compared with the same sets. */
export interface LookBatch {
  readonly sites: number;
  /** Makes them, where there are so many looks in all. */
  readonly make: (looks: number) => readonly Made[];
}

interface Made {
  readonly look: Omit<SiteLook, 'chance' | 'isAsked'>;
  readonly chance: number;
}

export interface PlannedLooks {
  readonly batches: readonly LookBatch[];
  readonly looks: number;
  /** Looks of sites that have too few subjects or records for them. */
  readonly tooFew: number;
}

/** Subjects with what is measured of them, and how a set of them differs from the others. */
interface Compared {
  readonly kind: SiteLookKind;
  readonly group: SiteGroup | null;
  readonly unit: string | null;
  readonly subjects: readonly string[];
  /** By subject. */
  readonly records: readonly number[];
  /** How sets of a size are compared. */
  readonly comparing: (size: number) => Comparing;
}

interface Comparing {
  /** The larger, the more does the set of the first `size` places differ from the others in the way that is asked about. */
  readonly measure: (places: Int32Array) => number;
  readonly shown: (own: readonly number[]) => Pick<SiteLook, 'share' | 'others' | 'digits'>;
}

/**
 * Every look at every site. A look compares a site's subjects with all others by drawing as many from all of them at random: what belongs to
 * a subject stays together, so that subjects who are alike in themselves are no sign (permutation of clusters; Edgington and Onghena,
 * Randomization Tests, 2007). Pauses between kinds of looks.
 */
export function* planLooks(
  work: ReadonlyMap<string, SubjectWork>,
  siteOf: ReadonlyMap<string, string>,
  isLedgerKnown: boolean,
): Generator<undefined, PlannedLooks> {
  const sited = [...work].filter(([subject]) => siteOf.has(subject)).sort(([left], [right]) => (left < right ? -1 : 1));
  const steps: readonly (() => readonly Compared[])[] = [
    () => digitLooks(sited),
    ...siteGroups.flatMap((group) => [() => [spreadLook(sited, group)], () => [repeatsLook(sited, group)]]),
    ...(isLedgerKnown ? [() => [lateLook(sited)]] : []),
    () => [weekendLook(sited)],
  ];
  const batches: LookBatch[] = [];
  let tooFew = 0;
  for (const one of stepwise(steps)) {
    if (one === null) {
      yield;
      continue;
    }
    const all = sumOf(one.records);
    const sites = [...placesBySite(one.subjects, siteOf)].filter(([, own]) => {
      const records = own.reduce((sum, at) => sum + (one.records[at] ?? 0), 0);
      const isEnough =
        Math.min(own.length, one.subjects.length - own.length) >= fewestSubjects && Math.min(records, all - records) >= fewestRecords;
      if (!isEnough) tooFew++;
      return isEnough;
    });
    for (const its of Map.groupBy(sites, ([, own]) => own.length).values())
      batches.push({ sites: its.length, make: (looks) => makeLooks(one, its, looks) });
  }
  return { batches, looks: batches.reduce((sum, { sites }) => sum + sites, 0), tooFew };
}

/** What each step gives, and null between them. */
function* stepwise(steps: readonly (() => readonly Compared[])[]): Generator<Compared | null> {
  for (const step of steps) {
    yield* step();
    yield null;
  }
}

const byKind = (left: SiteLook, right: SiteLook): number =>
  siteLookKinds.indexOf(left.kind) - siteLookKinds.indexOf(right.kind) || left.site.localeCompare(right.site, 'en', { numeric: true });

/** Adjusts the chances and decides what is asked: kind by kind, in the order of the sites. */
export function judgeLooks(made: readonly Made[]): readonly SiteLook[] {
  const adjusted = holm(made.map(({ chance }) => chance));
  return made
    .map(({ look }, at) => {
      const chance = adjusted[at] ?? 1;
      return { ...look, chance, isAsked: chance < lookLevel };
    })
    .sort(byKind);
}

function placesBySite(subjects: readonly string[], siteOf: ReadonlyMap<string, string>): ReadonlyMap<string, readonly number[]> {
  return Map.groupBy(subjects.keys(), (at) => siteOf.get(subjects[at] ?? '') ?? '');
}

function makeLooks(
  { kind, group, unit, subjects, records, comparing }: Compared,
  sites: readonly (readonly [site: string, own: readonly number[]])[],
  looks: number,
): readonly Made[] {
  const size = sites[0]?.[1].length ?? 0;
  const { measure, shown } = comparing(size);
  const chances = chancesOfSets({
    ...{ of: subjects.length, sets: sites.map(([, own]) => own), measure },
    most: Math.max(fewestSets, Math.ceil(setsPerLook * looks)),
    seed: size * siteLookKinds.length + siteLookKinds.indexOf(kind),
  });
  return sites.map(([site, own], at) => {
    const count = own.reduce((sum, place) => sum + (records[place] ?? 0), 0);
    const names = own.map((place) => subjects[place] ?? '');
    return { look: { site, kind, group, unit, subjects: names, records: count, ...shown(own) }, chance: chances[at] ?? 1 };
  });
}

type Sited = readonly (readonly [subject: string, work: SubjectWork])[];

/** Of the numbers of a group in one unit, the share that must have a decimal for it to be the last one. */
const usualDecimals = 0.05;
/** An expected count below it is put together with the others of its kind (Cochran, Biometrics 10, 1954). */
const fewestExpected = 5;

/** Last digits of vital signs: Pearson's chi-squared of a site's against all others', where the site's are the less even ones. */
function digitLooks(sited: Sited): readonly Compared[] {
  const groups = new Set(sited.flatMap(([, { digits }]) => [...digits.keys()]));
  return [...groups].map((group) => {
    const having = sited.filter(([, { digits }]) => digits.has(group));
    const place = lastPlace(group);
    const width = vitalCodes[group.group].length * digitsOfPlace;
    const cells = having.map(([, { digits }]) => {
      const own = new Uint16Array(width);
      const counts = digits.get(group)?.counts;
      if (counts === undefined) return own;
      for (let cell = 0; cell < width; cell++)
        if (isFarSpread(group, place, Math.floor(cell / digitsOfPlace))) own[cell] = counts[place * width + cell] ?? 0;
      return own;
    });
    const totals = new Float64Array(width);
    for (const counts of cells) for (let cell = 0; cell < width; cell++) totals[cell] = (totals[cell] ?? 0) + (counts[cell] ?? 0);
    const isAlone = [...groups].filter((other) => other.group === group.group).length === 1;
    return {
      ...{ kind: 'digits' as const, group: group.group, unit: isAlone ? null : group.unitSent },
      subjects: having.map(([subject]) => subject),
      records: cells.map((counts) => counts.reduce((sum, count) => sum + count, 0)),
      comparing: (size: number) => comparingDigits(cells, totals, size),
    };
  });
}

/** What values of a test must spread over, as standard deviations, in steps of the digit before the last. */
const farSpread = 0.5;

/** Whether a test's values lie so far apart that their last digits say nothing of their level: those of 36.6 °C do. */
function isFarSpread({ moments }: DigitGroup, place: number, test: number): boolean {
  const { count, sum, squares } = moments[test] ?? { count: 0, sum: 0, squares: 0 };
  return count > 0 && Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2)) >= farSpread * 10 ** (1 - place);
}

function lastPlace({ decimals }: DigitGroup): number {
  const all = decimals.reduce((sum, count) => sum + count, 0);
  for (let place = digitPlaces - 1; place > 0; place--) {
    const having = decimals.slice(place).reduce((sum, count) => sum + count, 0);
    if (having >= usualDecimals * all) return place;
  }
  return 0;
}

function comparingDigits(cells: readonly Uint16Array[], totals: Float64Array, size: number): Comparing {
  const width = totals.length;
  const part = size / cells.length;
  // Frequent digits stand for themselves, rare ones together.
  const isRare = Uint8Array.from(totals, (total) => (total * Math.min(part, 1 - part) < fewestExpected ? 1 : 0));
  const sums = new Float64Array(width);
  return {
    measure: (places) => {
      sums.fill(0);
      for (let at = 0; at < size; at++) {
        const counts = cells[places[at] ?? 0];
        if (counts !== undefined) for (let cell = 0; cell < width; cell++) sums[cell] = (sums[cell] ?? 0) + (counts[cell] ?? 0);
      }
      let statistic = 0;
      for (let from = 0; from < width; from += digitsOfPlace) statistic += unevenness(sums, totals, isRare, from);
      return statistic;
    },
    shown: (own) => shownDigits(cells, width, own),
  };
}

/** Chi-squared of one test's digits; 0 where the set's are more even than the others'. */
function unevenness(own: Float64Array, totals: Float64Array, isRare: Uint8Array, from: number): number {
  let [ownAll, all] = [0, 0];
  for (let cell = from; cell < from + digitsOfPlace; cell++) {
    ownAll += own[cell] ?? 0;
    all += totals[cell] ?? 0;
  }
  const otherAll = all - ownAll;
  if (ownAll === 0 || otherAll === 0) return 0;
  let [statistic, ownEven, otherEven, ownRest, allRest] = [0, 0, 0, 0, 0];
  for (let cell = from; cell < from + digitsOfPlace; cell++) {
    const [mine, sum] = [own[cell] ?? 0, totals[cell] ?? 0];
    ownEven += (mine / ownAll) ** 2;
    otherEven += ((sum - mine) / otherAll) ** 2;
    if (isRare[cell] === 1) {
      ownRest += mine;
      allRest += sum;
    } else statistic += departure(mine, sum, ownAll, all);
  }
  return ownEven <= otherEven ? 0 : statistic + (allRest > 0 ? departure(ownRest, allRest, ownAll, all) : 0);
}

/** What one column of a table of two rows adds to chi-squared. */
function departure(mine: number, sum: number, ownAll: number, all: number): number {
  if (sum === 0) return 0;
  const expected = (sum * ownAll) / all;
  const gap = (mine - expected) ** 2;
  return gap / expected + gap / (sum - expected);
}

/** Standard errors beyond which a digit is named as more frequent. */
const farBeyond = 3;

/** Digits of all tests of the group together. */
function shownDigits(cells: readonly Uint16Array[], width: number, own: readonly number[]): Pick<SiteLook, 'share' | 'others' | 'digits'> {
  const isOwn = new Set(own);
  const [mine, rest] = [new Array<number>(digitsOfPlace).fill(0), new Array<number>(digitsOfPlace).fill(0)];
  for (const [at, counts] of cells.entries()) {
    const into = isOwn.has(at) ? mine : rest;
    for (let cell = 0; cell < width; cell++) into[cell % digitsOfPlace] = (into[cell % digitsOfPlace] ?? 0) + (counts[cell] ?? 0);
  }
  const [ownAll, restAll] = [sumOf(mine), sumOf(rest)];
  const beyond = mine.map((count, digit) => {
    const [share, other] = [count / ownAll, (rest[digit] ?? 0) / restAll];
    const pooled = (count + (rest[digit] ?? 0)) / (ownAll + restAll);
    return {
      digit,
      by: pooled === 0 || pooled === 1 ? 0 : (share - other) / Math.sqrt(pooled * (1 - pooled) * (1 / ownAll + 1 / restAll)),
    };
  });
  const most = beyond.toSorted((left, right) => right.by - left.by);
  const named = most.filter(({ by }, at) => at === 0 || by > farBeyond);
  const digits = named.map(({ digit }) => digit).sort((left, right) => left - right);
  const of = (counts: readonly number[], all: number): number => sumOf(digits.map((digit) => counts[digit] ?? 0)) / all;
  return { digits, share: of(mine, ownAll), others: of(rest, restAll) };
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}

/** Numbers that a subject needs in a series, and subjects that a series needs, for its spread to count. */
const fewestValues = 4;
const fewestInSeries = 6;
/** A spread counts as no smaller than this part of the middle one: one row of equal numbers is not everything. */
const leastSpread = 0.01;

/**
 * Spread within subjects: logarithms of half the mean square of successive differences, without their bias by degrees of freedom, each beside
 * the mean of its series; of a subject the mean of its series. A course that rises slowly is no spread.
 */
function spreadLook(sited: Sited, group: SiteGroup): Compared {
  const ofSeries = new Map<SiteSeries, { readonly subject: number; readonly spread: number; readonly values: number }[]>();
  for (const [subject, [, { spreads }]] of sited.entries())
    for (const [series, { values, squares }] of spreads) {
      if (series.group !== group || values < fewestValues) continue;
      const its = ofSeries.get(series) ?? [];
      ofSeries.set(series, its);
      its.push({ subject, spread: squares / (2 * (values - 1)), values });
    }
  const scores = new Map<number, { sum: number; series: number; values: number }>();
  for (const its of ofSeries.values()) {
    const middle = its.map(({ spread }) => spread).sort((left, right) => left - right)[Math.floor(its.length / 2)] ?? 0;
    if (its.length < fewestInSeries || middle === 0) continue;
    const logs = its.map(
      ({ spread, values }) => Math.log(Math.max(spread, leastSpread * middle)) - logVarianceBias(successiveFreedom(values)),
    );
    const mean = sumOf(logs) / logs.length;
    for (const [at, { subject, values }] of its.entries()) {
      const score = scores.get(subject) ?? { sum: 0, series: 0, values: 0 };
      scores.set(subject, { sum: score.sum + (logs[at] ?? mean) - mean, series: score.series + 1, values: score.values + values });
    }
  }
  const having = [...scores].sort(([left], [right]) => left - right);
  const mean = having.map(([, { sum, series }]) => sum / series);
  const all = sumOf(mean);
  return {
    ...{ kind: 'spread', group, unit: null },
    subjects: having.map(([subject]) => sited[subject]?.[0] ?? ''),
    records: having.map(([, { values }]) => values),
    comparing: (size) => {
      const others = mean.length - size;
      const ownSum = (places: Int32Array | readonly number[]): number => {
        let sum = 0;
        for (let at = 0; at < size; at++) sum += mean[places[at] ?? 0] ?? 0;
        return sum;
      };
      return {
        measure: (places) => {
          const sum = ownSum(places);
          return (all - sum) / others - sum / size;
        },
        shown: (own) => ({
          share: Math.exp(ownSum(own) / size / 2),
          others: Math.exp((all - ownSum(own)) / others / 2),
          digits: [],
        }),
      };
    },
  };
}

/** Numbers that are equal to the one before them in their series. */
function repeatsLook(sited: Sited, group: SiteGroup): Compared {
  return shareLook({ kind: 'repeats', group }, sited, ({ spreads }) => {
    let [cases, of] = [0, 0];
    for (const [series, { values, same }] of spreads) {
      if (series.group !== group) continue;
      cases += same;
      of += values - 1;
    }
    return { cases, of };
  });
}

/** Records that were changed long after their date. */
function lateLook(sited: Sited): Compared {
  return shareLook({ kind: 'late', group: null }, sited, ({ late, due }) => ({ cases: late.labs.length + late.vitals.length, of: due }));
}

/** Days with labs or vital signs that are a Saturday or Sunday. */
function weekendLook(sited: Sited): Compared {
  return shareLook({ kind: 'weekends', group: null }, sited, ({ days }) => ({ cases: [...days].filter(isWeekend).length, of: days.size }));
}

/** A share of records, where the site's is the larger one: the difference of two shares, of whose subjects sets are drawn. */
function shareLook(
  what: Pick<Compared, 'kind' | 'group'>,
  sited: Sited,
  count: (work: SubjectWork) => { readonly cases: number; readonly of: number },
): Compared {
  const having = sited.map(([subject, work]) => ({ subject, ...count(work) })).filter(({ of }) => of > 0);
  // Of a handful of cases in the whole study nothing can be said.
  const isEnough = Math.min(sumOf(having.map(({ cases }) => cases)), sumOf(having.map((one) => one.of - one.cases))) >= fewestCases;
  const counted = isEnough ? having : [];
  const [cases, of] = [counted.map((one) => one.cases), counted.map((one) => one.of)];
  const [allCases, all] = [sumOf(cases), sumOf(of)];
  const shares = (places: Int32Array | readonly number[], size: number): { readonly share: number; readonly others: number } => {
    let [own, ownOf] = [0, 0];
    for (let at = 0; at < size; at++) {
      own += cases[places[at] ?? 0] ?? 0;
      ownOf += of[places[at] ?? 0] ?? 0;
    }
    return { share: own / ownOf, others: all === ownOf ? 0 : (allCases - own) / (all - ownOf) };
  };
  return {
    ...{ ...what, unit: null, subjects: counted.map(({ subject }) => subject), records: of },
    comparing: (size) => ({
      measure: (places) => {
        const { share, others } = shares(places, size);
        return share - others;
      },
      shown: (own) => ({ ...shares(own, size), digits: [] }),
    }),
  };
}
