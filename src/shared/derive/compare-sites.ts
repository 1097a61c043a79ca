import { holm } from '../statistics/holm.ts';
import { chancesOfSets } from '../statistics/random-sets.ts';
import { digitComparisons } from './site-digits.ts';
import { siteComparisonKinds, sumOf, type Compared, type SiteComparison } from './site-comparison.ts';
import { lateComparison, repeatsComparison, weekendComparison } from './site-shares.ts';
import { spreadComparison } from './site-spread.ts';
import { siteGroups, type SubjectWork } from './site-work.ts';
import { fewestSubjects } from './subject-sites.ts';
import { compareTexts } from '../compare-texts.ts';

/** Questions are asked if the adjusted chance is below this level. */
export const significanceLevel = 0.05;

/** Minimum number of records of a site and of the others. */
const fewestRecords = 50;
/**
 * Number of sets drawn for one comparison: at least `fewestSets`, and at least `setsPerComparison` times the number of all comparisons, so that
 * the smallest possible chance is well below what Holm's method requires.
 */
const fewestSets = 9_999;
const setsPerComparison = 2 / significanceLevel;

/** Comparisons of one kind at sites of one size, which share the drawn sets. */
export interface ComparisonBatch {
  readonly sites: number;
  /** Computes them, given the total number of comparisons. */
  readonly make: (looks: number) => readonly Made[];
}

interface Made {
  readonly comparison: Omit<SiteComparison, 'chance' | 'isAsked'>;
  readonly chance: number;
}

export interface PlannedComparisons {
  readonly batches: readonly ComparisonBatch[];
  readonly looks: number;
  /** Comparisons for which sites have too few subjects or records. */
  readonly tooFew: number;
}

/**
 * Plans every comparison at every site. A comparison draws as many subjects as the site has from all subjects at random. Data of one
 * subject stay together, so that similarity within a subject is no signal (permutation of clusters; Edgington and Onghena, Randomization
 * Tests, 2007). Yields between kinds of comparisons.
 */
export function* planComparisons(
  work: ReadonlyMap<string, SubjectWork>,
  siteOf: ReadonlyMap<string, string>,
  isLedgerKnown: boolean,
): Generator<undefined, PlannedComparisons> {
  const sited = [...work].filter(([subject]) => siteOf.has(subject)).sort(([left], [right]) => compareTexts(left, right));
  const steps: readonly (() => readonly Compared[])[] = [
    () => digitComparisons(sited),
    ...siteGroups.flatMap((group) => [() => [spreadComparison(sited, group)], () => [repeatsComparison(sited, group)]]),
    ...(isLedgerKnown ? [() => [lateComparison(sited)]] : []),
    () => [weekendComparison(sited)],
  ];
  const batches: ComparisonBatch[] = [];
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
      batches.push({ sites: its.length, make: (looks) => makeComparisons(one, its, looks) });
  }
  return { batches, looks: batches.reduce((sum, { sites }) => sum + sites, 0), tooFew };
}

/** The results of each step, with null between steps. */
function* stepwise(steps: readonly (() => readonly Compared[])[]): Generator<Compared | null> {
  for (const step of steps) {
    yield* step();
    yield null;
  }
}

const byKind = (left: SiteComparison, right: SiteComparison): number =>
  siteComparisonKinds.indexOf(left.kind) - siteComparisonKinds.indexOf(right.kind) ||
  left.site.localeCompare(right.site, 'en', { numeric: true });

/** Adjusts the chances and decides what is asked; sorted by kind, then by site. */
export function judgeComparisons(made: readonly Made[]): readonly SiteComparison[] {
  const adjusted = holm(made.map(({ chance }) => chance));
  return made
    .map(({ comparison }, at) => {
      const chance = adjusted[at] ?? 1;
      return { ...comparison, chance, isAsked: chance < significanceLevel };
    })
    .sort(byKind);
}

function placesBySite(subjects: readonly string[], siteOf: ReadonlyMap<string, string>): ReadonlyMap<string, readonly number[]> {
  return Map.groupBy(subjects.keys(), (at) => siteOf.get(subjects[at] ?? '') ?? '');
}

function makeComparisons(
  { kind, group, unit, subjects, records, comparing }: Compared,
  sites: readonly (readonly [site: string, own: readonly number[]])[],
  looks: number,
): readonly Made[] {
  const size = sites[0]?.[1].length ?? 0;
  const { measure, shown } = comparing(size);
  const chances = chancesOfSets({
    ...{ of: subjects.length, sets: sites.map(([, own]) => own), measure },
    most: Math.max(fewestSets, Math.ceil(setsPerComparison * looks)),
    seed: size * siteComparisonKinds.length + siteComparisonKinds.indexOf(kind),
  });
  return sites.map(([site, own], at) => {
    const count = own.reduce((sum, place) => sum + (records[place] ?? 0), 0);
    const names = own.map((place) => subjects[place] ?? '');
    return { comparison: { site, kind, group, unit, subjects: names, records: count, ...shown(own) }, chance: chances[at] ?? 1 };
  });
}
