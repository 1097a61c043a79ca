import type { CheckName } from '../../shared/checks/data-checks.ts';
import { datasets } from '../../shared/datasets/datasets.ts';
import { calendarDay } from '../../shared/derive/study-day.ts';
import { visitWords, type VisitToken } from '../../shared/derive/visit-words.ts';
import { mixedUpFactors, plausibleLabs, plausibleVitals } from '../../shared/plausible-limits.ts';
import type { StudyTerms } from '../../shared/terms/study-terms.ts';
import type { UnitSystem } from '../../shared/terms/term-kinds.ts';
import { decidedUnit } from '../../shared/terms/units-of-study.ts';
import { standardResult } from '../../shared/units/standard-result.ts';
import { standardUnitOf } from '../../shared/units/standard-units.ts';
import { temperatureScale } from '../../shared/units/temperature-scale.ts';
import { keyReader } from '../query/row-keys.ts';
import type { StudyReader } from '../query/study-directory.ts';
import type { TestDataset } from '../views/result-tally.ts';
import { factorJumps } from './check-jumps.ts';
import type { Finding } from './finding.ts';
import { readCourses, type Result, type ResultMeanings } from './read-courses.ts';

/** What is wrong with the values, visits and dates of these subjects, each result beside the others of its subject. Belongs inside a snapshot. */
export function findInCourses(
  study: StudyReader,
  dataset: TestDataset,
  subjects: readonly string[],
  meanings: ResultMeanings,
): readonly Finding[] {
  const { terms } = meanings;
  const found: Told[] = [];
  for (const { subject, results } of readCourses(study, dataset, subjects, meanings)) {
    const tell = (check: CheckName, { rowid }: Result): void => {
      found.push({ check, subject, rowid });
    };
    for (const one of factorJumps(results)) tell('factor-jump', one);
    for (const one of repeated(results)) tell('repeated-record', one);
    const visits = visitsOf(results);
    for (const one of visits.filter(isOnce).flatMap(offVisit)) tell('date-off-visit', one);
    for (const one of outOfOrder(visits)) tell('visit-out-of-order', one);
    for (const [code, ofTest] of Map.groupBy(results, (result) => result.code)) {
      if (code === null) continue;
      const numbers = numbersOf(ofTest, code, terms.system);
      const impossible = numbers.filter((number) => isImpossible(dataset, code, number) && !isOtherScale(code, number, terms));
      for (const { one } of impossible) tell('impossible-value', one);
      for (const one of mixedUp(numbers, code)) tell('unit-mixed-up', one);
    }
  }
  return withKeys(study, dataset, found);
}

/** What was found, by the number of its row. */
interface Told extends Pick<Finding, 'check' | 'subject'> {
  readonly rowid: number;
}

/** Few of the records that are looked through are found: the keys of those alone are read. */
function withKeys(study: StudyReader, dataset: TestDataset, found: readonly Told[]): readonly Finding[] {
  const keyOf = keyReader(study, datasets[dataset]);
  return found.flatMap(({ check, subject, rowid }) => {
    const key = keyOf(rowid);
    return key === null ? [] : [{ check, dataset, key, subject }];
  });
}

interface Numbered {
  readonly one: Result;
  /** In the standard SI unit of the test. */
  readonly value: number;
}

function numbersOf(results: readonly Result[], code: string, system: UnitSystem): readonly Numbered[] {
  return results.flatMap((one): Numbered[] => {
    const value = one.standard === null ? null : standardResult(one.standard, standardUnitOf(code, system), code, 'SI');
    return value === null ? [] : [{ one, value: value.value }];
  });
}

function isImpossible(dataset: TestDataset, code: string, { value }: Numbered): boolean {
  const limits = (dataset === 'labs' ? plausibleLabs : plausibleVitals)[code];
  return limits !== undefined && (value < limits[0] || value > limits[1]);
}

/** A temperature that reads as one of the other scale, which a check of its own tells. */
function isOtherScale(code: string, { one: { unit }, value: celsius }: Numbered, terms: StudyTerms): boolean {
  if (code !== 'TEMP') return false;
  const scale = temperatureScale(decidedUnit(unit ?? '', terms));
  return (scale !== '[degF]' && celsius >= 86 && celsius <= 113) || (scale !== 'Cel' && celsius >= -1.2 && celsius <= 7.3);
}

/** Others of a subject that a value is compared with at least. */
const fewestOthers = 2;

/** Values that are a subject's usual ones times or by the factor between the test's two usual units. */
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

/** The median of the others. */
function medianWithout(inOrder: readonly number[], value: number): number {
  const place = inOrder.indexOf(value);
  const at = (index: number): number => inOrder[index < place ? index : index + 1] ?? 0;
  const others = inOrder.length - 1;
  return others % 2 === 1 ? at((others - 1) / 2) : (at(others / 2 - 1) + at(others / 2)) / 2;
}

/** Characters of a date-time with a time of day: without one, several results of a day are nothing strange. */
const withTime = 11;

/** The same test at the same time with the same result, again under another id. */
function repeated(own: readonly Result[]): readonly Result[] {
  const known = new Set<string>();
  return own.filter(({ test, visit, collected, result, unit }) => {
    if (collected === null || collected.length < withTime || result === null || result === '') return false;
    // Times are the most different of these, and no text of a service holds U+0000 but to be hostile: then too little is found.
    const what = `${collected}\0${result}\0${test ?? '\0'}\0${visit ?? '\0'}\0${unit ?? '\0'}`;
    return known.size === known.add(what).size;
  });
}

/** A visit of a subject with a name, and the middle one of its days. */
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

/** Whether a visit of this name takes place once: unscheduled ones and follow-ups without a number come again. */
function isOnce({ visit }: Visited): boolean {
  const tokens = visitWords(visit);
  const isNumbered = tokens.some((token) => typeof token === 'number');
  return !tokens.includes('unscheduled') && (isNumbered || !tokens.includes('followup'));
}

/** Days by which a result lies off the others of its visit: about a year, as mistyped ones are. */
const farOff = 300;
const fewestAtVisit = 3;

/** Results whose day is far from that of most results of the same visit. */
function offVisit({ dated, day: middle }: Visited): readonly Result[] {
  if (dated.length < fewestAtVisit) return [];
  const off = dated.filter(({ day }) => Math.abs(day - middle) >= farOff);
  // Where half of them are elsewhere, the visit itself is spread.
  return off.length * 2 < dated.length ? off.map(({ one }) => one) : [];
}

interface NumberedVisit {
  readonly numbers: readonly number[];
  readonly of: Visited;
}

/** The first result of each numbered visit that has a day before an earlier one's: of as few visits as explain the order. */
function outOfOrder(visits: readonly Visited[]): readonly Result[] {
  const numbered = visits.flatMap((of) => {
    const tokens = visitWords(of.visit);
    const numbers = byRank(tokens);
    return numbers.length === 0 || tokens.includes('unscheduled') ? [] : [{ shape: shapeOf(tokens), numbers, of }];
  });
  return [...Map.groupBy(numbered, ({ shape }) => shape).values()].flatMap((series) =>
    beyondOrder(series.sort(byNumbers).map(({ of }) => of)).map(({ first }) => first),
  );
}

/** Words of visits from the longest time to the shortest. */
const ranked: readonly VisitToken[] = ['period', 'cycle', 'month', 'week', 'visit', 'day', 'hour'];

/** The numbers of a visit by the rank of the word before each, so that "Day 1 Cycle 2" is of cycle 2; those of other words keep their place. */
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

/** Those outside the longest run of visits whose days do not fall. */
function beyondOrder(visits: readonly Visited[]): readonly Visited[] {
  const longest: { length: number; before: number }[] = [];
  for (const [at, { day }] of visits.entries()) {
    let best = { length: 1, before: -1 };
    for (let before = 0; before < at; before++) {
      const length = (longest[before]?.length ?? 0) + 1;
      if ((visits[before]?.day ?? Infinity) <= day && length > best.length) best = { length, before };
    }
    longest.push(best);
  }
  const kept = new Set<number>();
  const most = Math.max(...longest.map(({ length }) => length));
  for (let at = longest.findLastIndex(({ length }) => length === most); at >= 0; at = longest[at]?.before ?? -1) kept.add(at);
  return visits.filter((_, at) => !kept.has(at));
}
