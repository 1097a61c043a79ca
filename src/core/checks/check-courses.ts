import type { CheckName } from '../../shared/data-checks.ts';
import { calendarDay } from '../../shared/derive/study-day.ts';
import { visitWords, type VisitToken } from '../../shared/derive/visit-words.ts';
import { mixedUpFactors, plausibleLabs, plausibleVitals } from '../../shared/plausible-limits.ts';
import type { UnitSystem } from '../../shared/terms/term-kinds.ts';
import { conversionBetween, convert } from '../../shared/units/convert-unit.ts';
import { readUnit } from '../../shared/units/read-unit.ts';
import { standardUnitOf } from '../../shared/units/standard-units.ts';
import { memoizeThree } from '../../shared/derive/memoize.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { rowTable, wholeRecords } from '../store/layout.ts';
import { storedTerms } from '../store/stored-terms.ts';
import type { TestDataset } from '../views/result-tally.ts';
import type { Finding } from './finding.ts';

/** One result as it is checked beside the others of its subject. */
interface Result {
  readonly key: string;
  readonly subject: string;
  readonly test: string | null;
  readonly code: string | null;
  readonly visit: string | null;
  readonly collected: string | null;
  readonly result: string | null;
  readonly unit: string | null;
  readonly number: number | null;
  /** In the standard unit of the study's system. */
  readonly standard: number | null;
}

/** What is wrong with the values, visits and dates of these subjects, each result beside the others of its subject. Belongs inside a snapshot. */
export function findInCourses({ db }: StudyReader, dataset: TestDataset, subjects: readonly string[]): readonly Finding[] {
  const { system } = storedTerms(db);
  const results = db
    .prepare<[string], Result>(
      `SELECT "record_id" AS key, "subject" AS subject, "test" AS test, "test_code" AS code, "visit" AS visit, "collected" AS collected,
         "result" AS result, "unit" AS unit, "result_number" AS number, "standard_result" AS standard
       FROM ${wholeRecords(dataset)} WHERE "subject" IN (SELECT value FROM json_each(?)) ORDER BY "subject", "collected_at", ${rowTable(dataset)}.rowid`,
    )
    .all(JSON.stringify(subjects));
  const found: Finding[] = [];
  const tell = (check: CheckName, { key, subject }: Result): void => {
    found.push({ check, dataset, key, subject });
  };
  for (const own of Map.groupBy(results, ({ subject }) => subject).values()) {
    for (const one of repeated(own)) tell('repeated-record', one);
    for (const one of offVisit(own)) tell('date-off-visit', one);
    for (const one of outOfOrder(own)) tell('visit-out-of-order', one);
    for (const [code, ofTest] of Map.groupBy(own, (result) => result.code)) {
      if (code === null) continue;
      const numbers = numbersOf(ofTest, code, system);
      for (const { one } of numbers.filter(({ value }) => isImpossible(dataset, code, value))) tell('impossible-value', one);
      for (const one of mixedUp(numbers, code)) tell('unit-mixed-up', one);
    }
  }
  return found;
}

interface Numbered {
  readonly one: Result;
  /** In the standard SI unit of the test. */
  readonly value: number;
}

function numbersOf(results: readonly Result[], code: string, system: UnitSystem): readonly Numbered[] {
  return results.flatMap((one): Numbered[] => {
    const value = one.standard === null ? null : toSI(one.standard, code, system);
    return value === null ? [] : [{ one, value }];
  });
}

function toSI(value: number, code: string, system: UnitSystem): number | null {
  const conversion = system === 'SI' ? null : conversionToSI(code, system, null);
  return system === 'SI' ? value : conversion === null ? null : convert(value, conversion);
}

const conversionToSI = memoizeThree((code, system) => {
  const [from, to] = [standardUnitOf(code, system === 'conventional' ? 'conventional' : 'SI'), standardUnitOf(code, 'SI')].map((unit) =>
    unit === null ? null : readUnit(unit, code),
  );
  return from === undefined || to === undefined || from === null || to === null ? null : conversionBetween(from, to, code);
});

function isImpossible(dataset: TestDataset, code: string, value: number): boolean {
  const limits = (dataset === 'labs' ? plausibleLabs : plausibleVitals)[code];
  if (limits === undefined || isOtherScale(code, value)) return false;
  return value < limits[0] || value > limits[1];
}

/** A temperature in Celsius that reads as one of the other scale, which a check of its own tells. */
function isOtherScale(code: string, celsius: number): boolean {
  return code === 'TEMP' && ((celsius >= 86 && celsius <= 113) || (celsius >= -1.2 && celsius <= 7.3));
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
    const what = JSON.stringify([test, visit, collected, result, unit]);
    return known.size === known.add(what).size;
  });
}

function dayOf({ collected }: Result): number | null {
  return collected === null ? null : calendarDay(collected);
}

/** Days by which a result lies off the others of its visit: about a year, as mistyped ones are. */
const farOff = 300;
const fewestAtVisit = 3;

/** Results whose day is far from that of most results of the same visit. */
function offVisit(own: readonly Result[]): readonly Result[] {
  return [...Map.groupBy(own, ({ visit }) => visit)].flatMap(([visit, results]) => {
    const dated = results.flatMap((one) => {
      const day = dayOf(one);
      return day === null ? [] : [{ one, day }];
    });
    if (visit === null || visit === '' || dated.length < fewestAtVisit) return [];
    const inOrder = dated.map(({ day }) => day).sort((left, right) => left - right);
    const middle = inOrder[Math.floor(inOrder.length / 2)] ?? 0;
    const off = dated.filter(({ day }) => Math.abs(day - middle) >= farOff);
    // Where half of them are elsewhere, the visit itself is spread.
    return off.length * 2 < dated.length ? off.map(({ one }) => one) : [];
  });
}

interface Visited {
  readonly first: Result;
  readonly numbers: readonly number[];
  readonly day: number;
}

/** The first result of each numbered visit that has a day before an earlier one's: of as few visits as explain the order. */
function outOfOrder(own: readonly Result[]): readonly Result[] {
  const series = new Map<string, Visited[]>();
  for (const [visit, results] of Map.groupBy(own, (one) => one.visit)) {
    const tokens = visit === null ? [] : visitWords(visit);
    const [first] = results;
    const days = results.flatMap((one) => dayOf(one) ?? []).sort((left, right) => left - right);
    const day = days[Math.floor(days.length / 2)];
    const numbers = tokens.filter((token) => typeof token === 'number');
    if (first === undefined || day === undefined || numbers.length === 0 || tokens.includes('unscheduled')) continue;
    const shape = shapeOf(tokens);
    series.set(shape, [...(series.get(shape) ?? []), { first, numbers, day }]);
  }
  return [...series.values()].flatMap((visits) => beyondOrder(visits.sort(byNumbers)).map(({ first }) => first));
}

function shapeOf(tokens: readonly VisitToken[]): string {
  return tokens.map((token) => (typeof token === 'number' ? '#' : token)).join(' ');
}

function byNumbers({ numbers: left }: Visited, { numbers: right }: Visited): number {
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
