import { compareTexts } from '../compare-texts.ts';
import { lowestOf } from './extremes.ts';

/** How sites were derived. */
export type SitesFrom =
  /** Part number `part` (from 1) of the subject numbers' `of` parts between separators. */
  | { readonly kind: 'part'; readonly part: number; readonly of: number }
  /** The first characters of the subject numbers, or of their last part. */
  | { readonly kind: 'prefix'; readonly characters: number }
  /** The person with most of a subject's results. */
  | { readonly kind: 'performer' }
  | { readonly kind: 'none' };

/** The sites of a study's subjects. */
export interface SubjectSites {
  readonly from: SitesFrom;
  /** By subject; subjects without a site are omitted. */
  readonly siteOf: ReadonlyMap<string, string>;
}

/** Minimum numbers of subjects per site and of sites, and the share of subjects that must belong to such a site. */
export const fewestSubjects = 3;
const fewestSites = 2;
const leastShare = 0.5;
/** The share of subjects that must be numbered in the same way for the numbers to be used. */
const alike = 0.9;
/** Characters of the longest number that can show a site; longer ones would take time by the square, and the service may send any. */
const longest = 256;

/** Sites by subject number: a part between separators that subjects share, otherwise leading characters. */
export function sitesByNumber(subjects: readonly string[]): SubjectSites {
  const whole = [...new Set(subjects)].filter((subject) => subject !== '' && subject.length <= longest).sort(compareTexts);
  return sitesByPart(whole) ?? sitesByPrefix(whole) ?? { from: { kind: 'none' }, siteOf: new Map() };
}

const separators = /[-_./ ]+/;

/**
 * Uses the last part before the subject's own that several subjects share, with the varying parts before it: `US-01` and `DE-01` are two
 * sites.
 */
function sitesByPart(subjects: readonly string[]): SubjectSites | null {
  const split = subjects.map((subject) => ({ subject, parts: subject.split(separators) }));
  const of = usual(split.map(({ parts }) => parts.length));
  const alikes = split.filter(({ parts }) => parts.length === of);
  if (of < 2 || alikes.length < alike * subjects.length) return null;
  const varying = Array.from({ length: of }, (_, at) => at).filter((at) => new Set(alikes.map(({ parts }) => parts[at])).size > 1);
  for (const part of varying.filter((at) => at < of - 1).reverse()) {
    const named = varying.filter((at) => at <= part);
    const siteOf = new Map(alikes.map(({ subject, parts }) => [subject, named.map((at) => parts[at] ?? '').join('-')]));
    if (areSites(siteOf, subjects.length)) return { from: { kind: 'part', part: part + 1, of }, siteOf };
  }
  return null;
}

/**
 * Uses the leading characters after which the count restarts at each site, in numbers of the same length that end with digits. Numbers that
 * continue from one group to the next are a single count and show no site. A prefix common to all subjects, up to a separator, is ignored.
 */
function sitesByPrefix(subjects: readonly string[]): SubjectSites | null {
  const split = subjects.map((subject) => ({ subject, number: subject.split(separators).at(-1) ?? '' }));
  if (new Set(split.map(({ subject, number }) => subject.slice(0, subject.length - number.length))).size !== 1) return null;
  const length = usual(split.map(({ number }) => number.length));
  const alikes = split.filter(({ number }) => number.length === length);
  if (alikes.length < alike * subjects.length) return null;
  for (let characters = length - fewestDigits; characters >= 1; characters--) {
    const groups = new Map<string, number[]>();
    const numbered = alikes.filter(({ number }) => /^\d+$/.test(number.slice(characters)));
    if (numbered.length < alike * subjects.length) continue;
    for (const { number } of numbered) {
      const prefix = number.slice(0, characters);
      const group = groups.get(prefix) ?? [];
      group.push(Number(number.slice(characters)));
      groups.set(prefix, group);
    }
    const siteOf = new Map(numbered.map(({ subject, number }) => [subject, number.slice(0, characters)]));
    if (!areSites(siteOf, subjects.length) || !beginAnew(groups, length - characters)) continue;
    // Zeros at the end of all sites are the first digits of the subjects' own count.
    const zeros = Math.min(lowestOf([...groups.keys()].map((prefix) => prefix.length - prefix.replace(/0+$/, '').length)), characters - 1);
    const own = characters - zeros;
    return {
      from: { kind: 'prefix', characters: own },
      siteOf: new Map([...siteOf].map(([subject, site]) => [subject, site.slice(0, own)])),
    };
  }
  return null;
}

/** Minimum number of the subject's own digits after the site. */
const fewestDigits = 2;
/** The part of the digits' range within which a site must start counting. */
const begins = 0.1;
/** The gap between two sites must exceed the largest gap within one by this factor. */
const step = 2;

/** Whether each group counts from the start, with a gap to the next that is larger than any gap within a group. */
function beginAnew(groups: ReadonlyMap<string, readonly number[]>, digits: number): boolean {
  const room = 10 ** digits;
  let [within, between] = [0, Infinity];
  let last: { readonly prefix: string; readonly most: number } | null = null;
  for (const [prefix, numbers] of [...groups].sort(([left], [right]) => compareTexts(left, right))) {
    const inOrder = numbers.toSorted((left, right) => left - right);
    const [least, most] = [inOrder[0] ?? 0, inOrder.at(-1) ?? 0];
    if (least > begins * room) return false;
    for (const [at, number] of inOrder.entries()) within = Math.max(within, number - (inOrder[at - 1] ?? number));
    // Prefixes that are not consecutive numbers are even further apart.
    if (last !== null) between = Math.min(between, room - last.most + least);
    last = { prefix, most };
  }
  return between > step * within;
}

/** The number of a subject's results by one performer, in one dataset. */
export interface PerformerCount {
  readonly subject: string;
  readonly performer: string;
  readonly records: number;
}

/** The share of a subject's results that one performer must have. */
const mainShare = 0.8;

/**
 * Sites by the performer of most of each subject's results. A performer is a person, so sites get numbers, in the order of their first
 * subject. `subjects`: the total number.
 */
export function sitesByPerformer(counts: readonly PerformerCount[], subjects: number): SubjectSites {
  const mains = new Map<string, string>();
  for (const [subject, its] of Map.groupBy(counts, (one) => one.subject)) {
    const records = new Map<string, number>();
    for (const one of its) records.set(one.performer, (records.get(one.performer) ?? 0) + one.records);
    const all = its.reduce((sum, one) => sum + one.records, 0);
    const [performer, most] = [...records].toSorted((left, right) => right[1] - left[1])[0] ?? ['', 0];
    if (subject !== '' && performer !== '' && most >= mainShare * all) mains.set(subject, performer);
  }
  const numbers = new Map<string, number>();
  for (const subject of [...mains.keys()].sort(compareTexts)) {
    const performer = mains.get(subject) ?? '';
    if (!numbers.has(performer)) numbers.set(performer, numbers.size + 1);
  }
  const siteOf = new Map([...mains].map(([subject, performer]) => [subject, `Performer group ${String(numbers.get(performer) ?? 0)}`]));
  return areSites(siteOf, subjects) ? { from: { kind: 'performer' }, siteOf } : { from: { kind: 'none' }, siteOf: new Map() };
}

/** Whether enough subjects belong to groups of sufficient size. */
function areSites(siteOf: ReadonlyMap<string, string>, subjects: number): boolean {
  const sizes = new Map<string, number>();
  for (const site of siteOf.values()) sizes.set(site, (sizes.get(site) ?? 0) + 1);
  const large = [...sizes.values()].filter((size) => size >= fewestSubjects);
  return large.length >= fewestSites && large.reduce((sum, size) => sum + size, 0) >= leastShare * subjects;
}

function usual(numbers: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  return [...counts].sort((left, right) => right[1] - left[1])[0]?.[0] ?? 0;
}

/** How sites were derived, in words. */
export function sitesFromWords(from: SitesFrom, example: string | null): string {
  const such = example === null ? '' : `, such as ${example}`;
  switch (from.kind) {
    case 'part':
      return `Sites are part ${String(from.part)} of the ${String(from.of)} parts of the subject numbers${such}`;
    case 'prefix':
      return `Sites are the first ${from.characters === 1 ? 'character' : `${String(from.characters)} characters`} of the subject numbers${such}, after which each counts anew`;
    case 'performer':
      return 'The subject numbers do not identify a site. Sites are distinguished by who performed most of a subject’s labs and vital signs; that person’s name is not shown';
    case 'none':
      return 'Neither the subject numbers nor the performers of labs and vital signs identify a site';
  }
}
