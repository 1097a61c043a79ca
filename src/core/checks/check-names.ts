import { millisecondsOfDay } from '../../shared/day.ts';
import { wholeDate } from '../../shared/derive/plausible-date.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { quoted, rowTable, sharedTable } from '../store/database/layout.ts';
import type { ResultTally, TestDataset } from '../views/result-tally.ts';
import { found, type Finding, type FoundRecord } from './finding.ts';
import { oneResultIn, whereRare } from './rare.ts';
import { otherSpellings } from './spellings.ts';
import { readNumber } from '../store/database/read-number.ts';

/** EOT and EOS are two visits, height and weight two tests, as are macrocytes and microcytes. */
const slips = { test: { least: 6, otherLetter: false }, visit: { least: 4, otherLetter: false } } as const;

/**
 * Finds results whose test or visit is spelled differently from nearly all others. Call inside a snapshot, like the other functions here.
 */
export function findOtherSpellings({ db }: StudyReader, dataset: TestDataset, tally: ResultTally): readonly Finding[] {
  const counts = { test: new Map<string, number>(), visit: new Map<string, number>() };
  let all = 0;
  for (const { tests, visits } of tally[dataset]) {
    for (const { test, records } of tests) counts.test.set(test, (counts.test.get(test) ?? 0) + records);
    for (const { visit, records } of visits) {
      if (visit !== null) counts.visit.set(visit, (counts.visit.get(visit) ?? 0) + records);
      all += records;
    }
  }
  return (['test', 'visit'] as const).flatMap((column) => {
    const names = otherSpellings(counts[column], slips[column]);
    if (names.length === 0) return [];
    const records = db.prepare<[string], FoundRecord>(
      `SELECT "record_id" AS key, "subject" AS subject FROM ${quoted(rowTable(dataset))} WHERE "${column}" IN (SELECT value FROM json_each(?))`,
    );
    return found('spelled-otherwise', dataset, whereRare(records.all(JSON.stringify(names)), all, oneResultIn));
  });
}

/** Minimum number of records of a code, and the share of one test from which other tests are mistakes. */
const fewestOfCode = 20;
const usualShare = 0.95;

/** Finds results whose service code nearly always belongs to another test. */
export function findOtherCodes({ db }: StudyReader, dataset: TestDataset, tally: ResultTally): readonly Finding[] {
  const records = new Map<number, number>();
  for (const { tests } of tally[dataset]) for (const one of tests) records.set(one.shared, (records.get(one.shared) ?? 0) + one.records);
  const coded = db
    .prepare<[], { readonly id: number; readonly code: string; readonly test: string }>(
      `SELECT _id AS id, "service_code" AS code, "test_code" AS test FROM ${quoted(sharedTable(dataset))} WHERE "service_code" <> '' AND "test_code" <> ''`,
    )
    .all();
  const strange = [...Map.groupBy(coded, ({ code }) => code).values()].flatMap((ofCode) => {
    const byTest = [...Map.groupBy(ofCode, ({ test }) => test).values()]
      .map((rows) => ({ rows, records: rows.reduce((sum, { id }) => sum + (records.get(id) ?? 0), 0) }))
      .sort((left, right) => right.records - left.records);
    const all = byTest.reduce((sum, one) => sum + one.records, 0);
    const isUsual = all >= fewestOfCode && (byTest[0]?.records ?? 0) >= usualShare * all;
    return isUsual ? byTest.slice(1).flatMap(({ rows }) => rows.map(({ id }) => id)) : [];
  });
  if (strange.length === 0) return [];
  const rows = db.prepare<[string], FoundRecord>(
    `SELECT "record_id" AS key, "subject" AS subject FROM ${quoted(rowTable(dataset))} WHERE _shared IN (SELECT value FROM json_each(?))`,
  );
  return found('code-of-another', dataset, rows.all(JSON.stringify(strange)));
}

/** The wall clocks farthest from UTC, in milliseconds. */
const farthestBehind = 12 * 3_600_000;
const farthestAhead = 14 * 3_600_000;

/**
 * Finds labs with two different days for one specimen, and vital signs entered before the day on which they were measured. A time in UTC
 * does not show the day at the site, so it counts only if its day differs in every time zone.
 */
export function findOtherTimes({ db }: StudyReader, dataset: TestDataset): readonly Finding[] {
  const [other, is] = dataset === 'labs' ? ['specimen_time', '<>'] : ['entered_time', '<'];
  const day = `("collected_at" - CAST("collected_at" AS INTEGER) % ${String(millisecondsOfDay)})`;
  const isBefore = `"${other}_at" + ${String(farthestAhead)} < ${day}`;
  const isAfter = `"${other}_at" - ${String(farthestBehind)} >= ${day} + ${String(millisecondsOfDay)}`;
  const records = db
    .prepare<[], FoundRecord>(
      `SELECT "record_id" AS key, "subject" AS subject FROM ${quoted(rowTable(dataset))}
       WHERE length("${other}") >= ${String(wholeDate)} AND length("collected") >= ${String(wholeDate)}
         AND substr("${other}", 1, ${String(wholeDate)}) ${is} substr("collected", 1, ${String(wholeDate)})
         AND CASE WHEN "${other}" GLOB '*Z' OR "${other}" GLOB '*[+-]00:00' THEN ${isBefore} ${dataset === 'labs' ? `OR ${isAfter}` : ''} ELSE 1 END`,
    )
    .all();
  if (records.length === 0) return [];
  const all = readNumber(db, `SELECT count(*) FROM ${quoted(rowTable(dataset))}`);
  return found('other-time', dataset, whereRare(records, all, oneResultIn));
}
