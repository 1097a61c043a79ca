import { hasTime, wholeDate } from '../../shared/derive/plausible-date.ts';
import { compareTexts } from '../../shared/compare-texts.ts';
import type { StudyTerms } from '../../shared/terms/study-terms.ts';
import { decidedUnit } from '../../shared/terms/units-of-study.ts';
import { plausibleLabs } from '../../shared/plausible-limits.ts';
import { unitMeaning } from '../../shared/units/read-unit.ts';
import { temperatureScale, type TemperatureScale } from '../../shared/units/temperature-scale.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { quoted, rowTable, sharedTable, wholeRecords } from '../store/database/layout.ts';
import { storedTerms } from '../store/database/stored-terms.ts';
import type { ResultTally, TestDataset } from '../views/result-tally.ts';
import { found, type Finding, type FoundRecord } from './finding.ts';
import { firstPlace } from './first-place.ts';

interface UnitOfTest {
  readonly test: string;
  /** The test code, by which some spellings of units are read; null if it has none. */
  readonly code: string | null;
  readonly unit: string;
  readonly records: number;
}

/**
 * Finds results in another unit than most results of their test, with units as interpreted by the study's decisions. Call inside a
 * snapshot, like the other functions here.
 */
export function findSeveralUnits({ db }: StudyReader, dataset: TestDataset, tally: ResultTally): readonly Finding[] {
  const units = unitsOfTests({ db }, dataset, tally);
  const inUnits = db.prepare<[string, string], FoundRecord>(
    `SELECT "record_id" AS key, "subject" AS subject FROM ${wholeRecords(dataset)}
     WHERE "test" = ? AND "result_number" IS NOT NULL AND "unit" IN (SELECT value FROM json_each(?))`,
  );
  return [...otherUnits(units, storedTerms(db))].flatMap(([test, others]) =>
    found('several-units', dataset, inUnits.all(test, JSON.stringify(others))),
  );
}

/**
 * Counts the numeric results of each test by unit as sent. The order does not depend on the subjects, because among equal counts the first
 * unit is the usual one.
 */
function unitsOfTests({ db }: Pick<StudyReader, 'db'>, dataset: TestDataset, tally: ResultTally): readonly UnitOfTest[] {
  const shared = quoted(sharedTable(dataset));
  const units = new Map(
    db
      .prepare<[], { readonly id: number; readonly unit: string; readonly code: string | null }>(
        `SELECT _id AS id, "unit" AS unit, "test_code" AS code FROM ${shared} WHERE "unit" IS NOT NULL AND "unit" <> ''`,
      )
      .all()
      .map(({ id, ...cells }) => [id, cells]),
  );
  const counts = new Map<string, UnitOfTest>();
  for (const { tests } of tally[dataset])
    for (const { test, shared: combination, numbers } of tests) {
      const cells = units.get(combination);
      if (cells === undefined || test === '' || numbers === 0) continue;
      const { unit, code } = cells;
      const place = JSON.stringify([test, unit]);
      const known = counts.get(place);
      counts.set(place, { test, code: known?.code ?? code, unit, records: (known?.records ?? 0) + numbers });
    }
  // The tally does not distinguish tests sent with an empty name from tests without a name.
  const nameless = db
    .prepare<[], UnitOfTest>(
      `SELECT "test" AS test, NULL AS code, "unit" AS unit, count(*) AS records FROM ${wholeRecords(dataset)}
       WHERE "test" = '' AND "result_number" IS NOT NULL AND "unit" <> '' GROUP BY "test", "unit"`,
    )
    .all();
  return [...counts.values(), ...nameless].sort(
    (left, right) => compareTexts(left.test, right.test) || compareTexts(left.unit, right.unit),
  );
}

/** By test: the units as sent that do not mean the most frequent unit of its results. */
function otherUnits(units: readonly UnitOfTest[], terms: StudyTerms): ReadonlyMap<string, readonly string[]> {
  const meaning = ({ unit, code }: UnitOfTest): string => unitMeaning(decidedUnit(unit, terms), code);
  const counts = new Map<string, Map<string, number>>();
  for (const one of units) {
    const ofTest = counts.get(one.test) ?? new Map<string, number>();
    ofTest.set(meaning(one), (ofTest.get(meaning(one)) ?? 0) + one.records);
    counts.set(one.test, ofTest);
  }
  const others = new Map<string, readonly string[]>();
  for (const [test, ofTest] of Map.groupBy(units, (one) => one.test)) {
    const [usual] = [...(counts.get(test) ?? [])].sort((left, right) => right[1] - left[1])[0] ?? [''];
    const rest = ofTest.filter((one) => meaning(one) !== usual).map(({ unit }) => unit);
    if (rest.length > 0) others.set(test, rest);
  }
  return others;
}

/** The units of a dataset as sent. */
function unitTexts(db: StudyReader['db'], dataset: TestDataset): readonly string[] {
  const texts = db.prepare<[], string>(`SELECT DISTINCT "unit" FROM ${quoted(sharedTable(dataset))} WHERE "unit" <> ''`);
  return texts.pluck().all();
}

/** Finds temperatures that fit the other scale, with units as interpreted by the study's decisions. */
export function findOtherScale({ db }: StudyReader): readonly Finding[] {
  const terms = storedTerms(db);
  const units = unitTexts(db, 'vitals');
  const of = (scale: TemperatureScale): string =>
    JSON.stringify(units.filter((unit) => temperatureScale(decidedUnit(unit, terms)) === scale));
  const records = db
    .prepare<[string, string], FoundRecord>(
      `SELECT "record_id" AS key, "subject" AS subject FROM ${wholeRecords('vitals')}
       WHERE ("test" = 'Temperature Temp C' AND "result_number" BETWEEN 86 AND 113)
          OR ("test" = 'Temperature F' AND "result_number" BETWEEN 30 AND 45)
          OR ("test_code" = 'TEMP' AND "unit" IN (SELECT value FROM json_each(?)) AND "result_number" BETWEEN 86 AND 113)
          OR ("test_code" = 'TEMP' AND "unit" IN (SELECT value FROM json_each(?)) AND "result_number" BETWEEN 30 AND 45)`,
    )
    .all(of('Cel'), of('[degF]'));
  return found('other-scale', 'vitals', records);
}

interface Pressure extends FoundRecord {
  readonly subject: string;
  readonly collected: string;
  readonly at: number;
  readonly code: 'SYSBP' | 'DIABP';
  readonly value: number;
}

/**
 * Finds systolic pressures that are not above a diastolic one of the same subject within minutes or, without a time, on the same day. Compared
 * in one unit: 16 kPa is more than 80 mmHg.
 */
export function findSwappedPressures({ db }: StudyReader): readonly Finding[] {
  const pressures = db
    .prepare<[], Pressure>(
      `SELECT "record_id" AS key, "subject" AS subject, "collected" AS collected, "collected_at" AS at, "test_code" AS code,
         coalesce("standard_result", "result_number") AS value
       FROM ${wholeRecords('vitals')}
       WHERE "test_code" IN ('SYSBP', 'DIABP') AND "result_number" IS NOT NULL AND "subject" <> ''
         AND "collected_at" IS NOT NULL AND length("collected") >= ${String(wholeDate)}`,
    )
    .all();
  const swapped = [...Map.groupBy(pressures, ({ subject }) => subject).values()].flatMap((own) => {
    const diastolic = own.filter(({ code }) => code === 'DIABP');
    const highest = highestBy(diastolic, ({ collected }) => collected);
    const near = highestWithin(diastolic.filter(({ collected }) => hasTime(collected)));
    return own.filter(
      (one) =>
        one.code === 'SYSBP' &&
        (one.value <= (highest.get(one.collected) ?? -Infinity) || (hasTime(one.collected) && one.value <= near(one.at))),
    );
  });
  return found('systolic-below-diastolic', 'vitals', swapped);
}

function highestBy<T>(pressures: readonly Pressure[], by: (one: Pressure) => T): ReadonlyMap<T, number> {
  const highest = new Map<T, number>();
  for (const one of pressures) highest.set(by(one), Math.max(highest.get(by(one)) ?? -Infinity, one.value));
  return highest;
}

/** Returns the highest value within minutes of a time. */
function highestWithin(pressures: readonly Pressure[]): (at: number) => number {
  const inOrder = [...highestBy(pressures, ({ at }) => at)].sort(([left], [right]) => left - right);
  return (time) => {
    let highest = -Infinity;
    let place = firstPlace(inOrder.length, (one) => (inOrder[one]?.[0] ?? 0) >= time - oneMeasurement);
    for (; (inOrder[place]?.[0] ?? Infinity) <= time + oneMeasurement; place++)
      highest = Math.max(highest, inOrder[place]?.[1] ?? -Infinity);
    return highest;
  };
}

/** Finds results whose range contains numbers that could not be read. */
export function findUnreadRanges({ db }: StudyReader): readonly Finding[] {
  const unread = db
    .prepare<[], number>(
      `SELECT _id FROM ${quoted(sharedTable('labs'))}
       WHERE "range_low" IS NULL AND "range_high" IS NULL AND "reference_range" GLOB '*[0-9]*'`,
    )
    .pluck()
    .all();
  return found('range-not-read', 'labs', unread.length === 0 ? [] : withCombinations(db, unread));
}

/** Milliseconds within which two pressures belong to one measurement. */
const oneMeasurement = 5 * 60_000;

/** The share of a test's numbers that must have a unit for a missing one to be a mistake, and the minimum number of them. */
const usualShare = 0.9;
const fewestNumbers = 10;

/** Finds numbers without a unit, in tests in which nearly all numbers have one. */
export function findMissingUnits({ db }: StudyReader, dataset: TestDataset, tally: ResultTally): readonly Finding[] {
  const withUnit = new Set(
    db
      .prepare<[], number>(`SELECT _id FROM ${quoted(sharedTable(dataset))} WHERE "unit" IS NOT NULL AND "unit" <> ''`)
      .pluck()
      .all(),
  );
  const counts = new Map<string, { all: number; having: number }>();
  for (const { tests } of tally[dataset])
    for (const { test, shared, numbers } of tests) {
      const count = counts.get(test) ?? { all: 0, having: 0 };
      counts.set(test, { all: count.all + numbers, having: count.having + (withUnit.has(shared) ? numbers : 0) });
    }
  const usual = [...counts].flatMap(([test, { all, having }]) =>
    all >= fewestNumbers && having < all && having >= usualShare * all ? [test] : [],
  );
  if (usual.length === 0) return [];
  // The + makes SQLite read the file in its order: through the index of tests, nearly all rows would be read one by one.
  const records = db
    .prepare<[string], FoundRecord>(
      `SELECT "record_id" AS key, "subject" AS subject FROM ${wholeRecords(dataset)}
       WHERE +"test" IN (SELECT value FROM json_each(?)) AND "result_number" IS NOT NULL AND ifnull("unit", '') = ''`,
    )
    .all(JSON.stringify(usual));
  return found('missing-unit', dataset, records);
}

/** An upper limit this many times the usual one, or this fraction of it, is not a laboratory's own. */
const otherLimit = 4;

/**
 * Finds results whose upper limit is far from that of most results of the test in the same unit, for tests whose limits hardly differ
 * between laboratories.
 */
export function findOtherRanges({ db }: StudyReader, { labs }: ResultTally): readonly Finding[] {
  const counts = new Map<number, number>();
  for (const { tests } of labs) for (const { shared, records } of tests) counts.set(shared, (counts.get(shared) ?? 0) + records);
  const ranges = db
    .prepare<[string], { readonly id: number; readonly what: string; readonly high: number }>(
      `SELECT _id AS id, "test_code" || '|' || ifnull("unit", '') AS what, "range_high" AS high FROM ${quoted(sharedTable('labs'))}
       WHERE "range_high" > 0 AND "test_code" IN (SELECT value FROM json_each(?))`,
    )
    .all(JSON.stringify(Object.keys(plausibleLabs)))
    .map((range) => ({ ...range, records: counts.get(range.id) ?? 0 }));
  const strange = [...Map.groupBy(ranges, ({ what }) => what).values()].flatMap((ofTest) => {
    const usual = usualLimit(ofTest);
    return ofTest.filter(({ high }) => high >= otherLimit * usual || high * otherLimit <= usual).map(({ id }) => id);
  });
  return found('other-range', 'labs', strange.length === 0 ? [] : withCombinations(db, strange));
}

/** Returns the lab results with these combinations of shared cells; there is no index for this. */
function withCombinations(db: StudyReader['db'], combinations: readonly number[]): readonly FoundRecord[] {
  return db
    .prepare<[string], FoundRecord>(
      `SELECT "record_id" AS key, "subject" AS subject FROM ${quoted(rowTable('labs'))} WHERE _shared IN (SELECT value FROM json_each(?))`,
    )
    .all(JSON.stringify(combinations));
}

/** The median upper limit over all results. */
function usualLimit(ranges: readonly { readonly high: number; readonly records: number }[]): number {
  const inOrder = ranges.toSorted((left, right) => left.high - right.high);
  let left = inOrder.reduce((sum, { records }) => sum + records, 0) / 2;
  for (const { high, records } of inOrder) if ((left -= records) <= 0) return high;
  return 0;
}
