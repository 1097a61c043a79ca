import type { CheckName } from '../../shared/checks/data-checks.ts';
import { datasets } from '../../shared/datasets/datasets.ts';
import { hasTime, wholeDate } from '../../shared/derive/plausible-date.ts';
import { calendarDay } from '../../shared/derive/study-day.ts';
import { hasUncertainSign, visitWords, type VisitToken } from '../../shared/derive/visit-words.ts';
import { mixedUpFactors, plausibleLabs, plausibleVitals } from '../../shared/plausible-limits.ts';
import type { StudyTerms } from '../../shared/terms/study-terms.ts';
import { decidedUnit } from '../../shared/terms/units-of-study.ts';
import { temperatureScale } from '../../shared/units/temperature-scale.ts';
import { keyReader } from '../query/row-keys.ts';
import type { StudyReader } from '../query/study-directory.ts';
import type { TestDataset } from '../views/result-tally.ts';
import { factorJumps } from './check-jumps.ts';
import { copiedPanels, twoAtOnce, type KnownPanels } from './check-panels.ts';
import { checkSamples } from './check-samples.ts';
import { checkSingleResults, halfPressures } from './check-single-results.ts';
import { otherHeights, unlikelyValues, weightJumps } from './check-vital-values.ts';
import type { Finding } from './finding.ts';
import { firstPlace } from './first-place.ts';
import { numbersOfTest, type Numbered } from './numbers-of-test.ts';
import { collectCandidates, type Candidates } from './rare.ts';
import { readCourses, type Result, type ResultMeanings } from './read-courses.ts';

/** State shared by the checks of all subjects' courses: collected subject by subject, and evaluated after all of them. */
export interface AcrossSubjects {
  readonly candidates: Candidates;
  readonly panels: KnownPanels;
}

export function acrossSubjects(): AcrossSubjects {
  return { candidates: collectCandidates(), panels: new Map() };
}

/** Checks the values, visits and dates of these subjects, comparing each result with the others of its subject. Call inside a snapshot. */
export function findInCourses(
  study: StudyReader,
  dataset: TestDataset,
  subjects: readonly string[],
  meanings: ResultMeanings,
  { candidates, panels }: AcrossSubjects,
): readonly Finding[] {
  const found: Reported[] = [];
  for (const { subject, results } of readCourses(study, dataset, subjects, meanings)) {
    candidates.of(subject);
    const tell = (check: CheckName, { rowid }: Result): void => {
      found.push({ check, subject, rowid });
    };
    for (const one of factorJumps(results)) tell('factor-jump', one);
    for (const one of repeated(results)) {
      // Without a time of day, several results on one day are normal, unless they are rare in the study.
      if (hasTime(one.collected)) tell('repeated-record', one);
      else candidates.add('repeated-record', '', one);
    }
    candidates.judge('repeated-record', '', results.length);
    for (const copied of copiedPanels(dataset, results, subject, panels))
      found.push({ check: 'copied-panel', subject: copied.subject, rowid: copied.first.rowid });
    twoAtOnce(results, candidates);
    const visits = visitsOf(results);
    for (const one of visits.filter(isOnce).flatMap(offVisit)) tell('date-off-visit', one);
    candidates.judge('date-off-visit', '', results.length);
    for (const one of offItsDay(visits)) candidates.add('date-off-visit', '', one);
    for (const one of outOfOrder(visits)) tell('visit-out-of-order', one);
    checkSingleResults(
      dataset,
      Map.groupBy(results, ({ test }) => test),
      candidates,
    );
    checkValues(dataset, results, meanings, { tell, candidates });
  }
  return withKeys(study, dataset, found);
}

/** The findings of the whole dataset that turned out to be rare. Call inside a snapshot, like the checks that found them. */
export function rareFindings(study: StudyReader, dataset: TestDataset, { candidates }: AcrossSubjects): readonly Finding[] {
  return withKeys(study, dataset, candidates.rare());
}

interface Telling {
  readonly tell: (check: CheckName, result: Result) => void;
  readonly candidates: Candidates;
}

/** Checks the values of one subject, test by test and against the others of the same sample. */
function checkValues(dataset: TestDataset, results: readonly Result[], { terms }: ResultMeanings, { tell, candidates }: Telling): void {
  const byCode = Map.groupBy(results, ({ code }) => code);
  const numbersByCode = new Map<string, readonly Numbered[]>();
  for (const [code, ofTest] of byCode) {
    if (code === null) continue;
    const numbers = numbersOfTest(ofTest, code, terms.system);
    numbersByCode.set(code, numbers);
    const impossible = numbers.filter((number) => isImpossible(dataset, code, number) && !isOtherScale(code, number, terms));
    for (const { one } of impossible) tell('impossible-value', one);
    const mixed = new Set(mixedUp(numbers, code));
    for (const one of mixed) tell('unit-mixed-up', one);
    if (dataset === 'labs') continue;
    // A value already reported as in another unit, or as impossible, is not reported as a jump as well.
    const possible = numbers.filter(
      (number) => !isImpossible(dataset, code, number) && !isOtherScale(code, number, terms) && !mixed.has(number.one),
    );
    for (const one of unlikelyValues(code, possible)) tell('unlikely-value', one);
    if (code === 'WEIGHT') for (const one of weightJumps(possible)) tell('weight-jump', one);
    if (code === 'HEIGHT') for (const one of otherHeights(possible)) tell('other-height', one);
  }
  checkSamples(dataset, numbersByCode, candidates);
  if (dataset === 'vitals') halfPressures(byCode, candidates);
}

/** What was found, by row number. */
interface Reported extends Pick<Finding, 'check' | 'subject'> {
  readonly rowid: number;
}

/** Few of the checked records are found, so only their keys are read. */
function withKeys(study: StudyReader, dataset: TestDataset, found: readonly Reported[]): readonly Finding[] {
  const keyOf = keyReader(study, datasets[dataset]);
  return found.flatMap(({ check, subject, rowid }) => {
    const key = keyOf(rowid);
    return key === null ? [] : [{ check, dataset, key, subject }];
  });
}

/** Tests whose results may be below 0. */
const mayBeNegative: ReadonlySet<string> = new Set(['BASEEXCS', 'BASEDEF', 'ANIONG', 'TEMP']);

function isImpossible(dataset: TestDataset, code: string, { one, value }: Numbered): boolean {
  const limits = (dataset === 'labs' ? plausibleLabs : plausibleVitals)[code];
  if (limits !== undefined) return value < limits[0] || value > limits[1];
  return value < 0 && !one.isRangeBelowZero && !mayBeNegative.has(code);
}

/** Whether a temperature fits the other scale, which another check reports. */
function isOtherScale(code: string, { one: { unit }, value: celsius }: Numbered, terms: StudyTerms): boolean {
  if (code !== 'TEMP') return false;
  const scale = temperatureScale(decidedUnit(unit ?? '', terms));
  return (scale !== '[degF]' && celsius >= 86 && celsius <= 113) || (scale !== 'Cel' && celsius >= -1.2 && celsius <= 7.3);
}

/** Minimum number of other values of a subject that a value is compared with. */
const fewestOthers = 2;

/** Values that equal a subject's usual ones multiplied or divided by the factor between the test's two usual units. */
function mixedUp(numbers: readonly Numbered[], code: string): readonly Result[] {
  const factors = mixedUpFactors[code] ?? [];
  if (factors.length === 0 || numbers.length <= fewestOthers) return [];
  const inOrder = numbers.map(({ value }) => value).sort((left, right) => left - right);
  return numbers.flatMap(({ one, value }) => {
    const usual = medianWithout(inOrder, value);
    if (usual <= 0 || value <= 0) return [];
    const distance = Math.abs(Math.log(value / usual));
    return factors.some(({ factor, within }) => Math.abs(distance - Math.log(factor)) <= within) ? [one] : [];
  });
}

/** The median of the other values: of two in the middle their geometric mean, because values are compared by factors. */
function medianWithout(inOrder: readonly number[], value: number): number {
  const place = firstPlace(inOrder.length, (at) => (inOrder[at] ?? 0) >= value);
  const at = (index: number): number => inOrder[index < place ? index : index + 1] ?? 0;
  const others = inOrder.length - 1;
  return others % 2 === 1 ? at((others - 1) / 2) : Math.sqrt(at(others / 2 - 1) * at(others / 2));
}

/** The same test at the same time with the same result, repeated under another id. */
function repeated(own: readonly Result[]): readonly Result[] {
  const known = new Set<string>();
  return own.filter(({ test, visit, collected, result, unit }) => {
    if (collected === null || collected.length < wholeDate || result === null || result === '') return false;
    // Times are the most distinct part. U+0000 occurs only in hostile texts, and would then only hide findings.
    const what = `${collected}\0${result}\0${test ?? '\0'}\0${visit ?? '\0'}\0${unit ?? '\0'}`;
    return known.size === known.add(what).size;
  });
}

/** A named visit of a subject, and the median of its days. */
interface Visited {
  readonly visit: string;
  readonly first: Result;
  readonly dated: readonly { readonly one: Result; readonly day: number }[];
  readonly day: number;
}

/** The visits of a subject that have a day. */
function visitsOf(own: readonly Result[]): readonly Visited[] {
  return [...Map.groupBy(own, ({ visit }) => visit)].flatMap(([visit, results]): Visited[] => {
    const dated = results.flatMap((one) => {
      const day = one.collected === null ? null : calendarDay(one.collected);
      return day === null ? [] : [{ one, day }];
    });
    const inOrder = dated.map(({ day }) => day).sort((left, right) => left - right);
    const [first, day] = [results[0], inOrder[Math.floor(inOrder.length / 2)]];
    return visit === null || visit === '' || first === undefined || day === undefined ? [] : [{ visit, first, dated, day }];
  });
}

/** Minimum number of results of a visit on its day, which must be all but the reported ones. */
const fewestOnDay = 5;
/** Minimum days from its own visit: for a result on the day of another visit, and for one on any day. */
const apartDays = 5;
const weeksOff = 14;

/** Results on the day of another visit of the subject, or weeks from their own visit, if all other results of that visit are on one day. */
function offItsDay(visits: readonly Visited[]): readonly Result[] {
  const settled = visits.filter(({ dated, day }) => dated.filter((one) => one.day === day).length >= fewestOnDay);
  const days = new Set(settled.map(({ day }) => day));
  return settled.filter(isOnce).flatMap(({ dated, day }) => {
    const off = dated.filter((one) => Math.abs(one.day - day) >= apartDays);
    return off.length === dated.length - dated.filter((one) => one.day === day).length && off.length * 10 <= dated.length
      ? off.filter((one) => days.has(one.day) || Math.abs(one.day - day) >= weeksOff).map(({ one }) => one)
      : [];
  });
}

/** Whether a visit of this name takes place once: unscheduled ones, and follow-ups without a number, recur. */
function isOnce({ visit }: Visited): boolean {
  const tokens = visitWords(visit);
  const isNumbered = tokens.some((token) => typeof token === 'number');
  return !tokens.includes('unscheduled') && (isNumbered || !tokens.includes('followup'));
}

/** Days by which a result is off the others of its visit: about a year, as for mistyped years. */
const farOff = 300;
const fewestAtVisit = 3;

/** Results whose day is far from that of most results of the same visit. */
function offVisit({ dated, day: middle }: Visited): readonly Result[] {
  if (dated.length < fewestAtVisit) return [];
  const off = dated.filter(({ day }) => Math.abs(day - middle) >= farOff);
  // If half of them are elsewhere, the visit itself is spread out.
  return off.length * 2 < dated.length ? off.map(({ one }) => one) : [];
}

interface NumberedVisit {
  readonly numbers: readonly number[];
  readonly of: Visited;
}

/** The first result of each numbered visit whose day is before that of an earlier visit: the fewest visits that explain the order. */
function outOfOrder(visits: readonly Visited[]): readonly Result[] {
  const numbered = visits.flatMap((of) => {
    const tokens = visitWords(of.visit);
    const numbers = byRank(tokens);
    const isOrdered = numbers.length > 0 && !tokens.includes('unscheduled') && !hasUncertainSign(of.visit);
    return !isOrdered ? [] : [{ shape: shapeOf(tokens), numbers, of }];
  });
  return [...Map.groupBy(numbered, ({ shape }) => shape).values()].flatMap((series) =>
    beyondOrder(series.sort(byNumbers).map(({ of }) => of)).map(({ first }) => first),
  );
}

/** Words of visits from the longest time to the shortest. */
const ranked: readonly VisitToken[] = ['period', 'cycle', 'month', 'week', 'visit', 'day', 'hour'];

/**
 * The numbers of a visit by the rank of the word before each, so that "Day 1 Cycle 2" belongs to cycle 2; numbers after other words keep
 * their place.
 */
function byRank(tokens: readonly VisitToken[]): readonly number[] {
  let rank = -1;
  const numbers = tokens.flatMap((token) => {
    if (typeof token === 'number') return [{ number: token, rank }];
    rank = ranked.indexOf(token);
    return [];
  });
  const inOrder = numbers.filter((one) => one.rank >= 0).sort((left, right) => left.rank - right.rank);
  return numbers.map((one) => (one.rank < 0 ? one : (inOrder.shift() ?? one)).number);
}

function shapeOf(tokens: readonly VisitToken[]): string {
  return tokens.map((token) => (typeof token === 'number' ? '#' : token)).join(' ');
}

function byNumbers({ numbers: left }: NumberedVisit, { numbers: right }: NumberedVisit): number {
  for (const [at, number] of left.entries()) if (number !== right[at]) return number - (right[at] ?? 0);
  return 0;
}

/** The visits outside the longest run with non-decreasing days; among several such runs, the one with the earliest visits is used. */
function beyondOrder(visits: readonly Visited[]): readonly Visited[] {
  const dayAt = (at: number | undefined): number => visits[at ?? -1]?.day ?? Infinity;
  // The visits at which a run ends, by the length of the run minus one: the later they are, the earlier are their days.
  const ends: number[][] = [];
  const before: number[] = [];
  for (const [at, { day }] of visits.entries()) {
    const length = firstPlace(ends.length, (place) => dayAt(ends[place]?.at(-1)) > day);
    const shorter = ends[length - 1] ?? [];
    before.push(shorter[firstPlace(shorter.length, (place) => dayAt(shorter[place]) <= day)] ?? -1);
    const same = ends[length] ?? [];
    ends[length] = same;
    same.push(at);
  }
  const kept = new Set<number>();
  for (let at = ends.at(-1)?.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) kept.add(at);
  return visits.filter((_, at) => !kept.has(at));
}
