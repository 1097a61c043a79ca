import { parseCensored } from '../../shared/derive/censored-result.ts';
import { contradictsNumber } from '../../shared/derive/result-text.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { quoted, rowTable } from '../store/database/layout.ts';
import type { ResultTally, SubjectTally, TestDataset } from '../views/result-tally.ts';
import { found, type Finding, type FoundRecord } from './finding.ts';
import { whereRare } from './rare.ts';

interface OddText extends FoundRecord {
  readonly test: string;
  /** Null if the text is sent alone. */
  readonly number: number | null;
  readonly text: string;
}

/**
 * Finds results whose number and text, sent together, contradict each other; and texts that are not bounds, in tests whose results are
 * numbers. Call inside a snapshot.
 */
export function checkTexts({ db }: StudyReader, dataset: TestDataset, tally: ResultTally): readonly Finding[] {
  const numbers = numbersOfTests(tally[dataset]);
  // Most texts sent with a number are its own digits, which SQLite recognizes. The + makes SQLite read the file in its order: through the
  // index of tests, nearly all rows would be read one by one.
  const texts = db
    .prepare<[string], OddText>(
      `SELECT "record_id" AS key, "subject" AS subject, "test" AS test, "result_number" AS number, "result_text" AS text
       FROM ${quoted(rowTable(dataset))}
       WHERE "result_text" <> '' AND CASE WHEN "result_number" IS NULL THEN +"test" IN (SELECT value FROM json_each(?))
         ELSE NOT ("result_text" NOT GLOB '*[^0-9.]*' AND "result_text" NOT GLOB '*.*.*' AND CAST("result_text" AS REAL) = "result_number") END`,
    )
    .all(JSON.stringify([...numbers.keys()]));
  const against = texts.filter(({ number, text }) => number !== null && contradictsNumber(text, number));
  const alone = texts.filter(({ number, text }) => number === null && parseCensored(text) === null);
  const rare = [...Map.groupBy(alone, ({ test }) => test)].flatMap(([test, ofTest]) => whereRare(ofTest, numbers.get(test) ?? 0));
  return [...found('number-against-text', dataset, against), ...found('text-for-number', dataset, rare)];
}

/** Minimum number and share of numeric results of a test for a text to be a mistake. */
const fewestNumbers = 20;
const usualNumbers = 0.9;

/** Counts the numbers of each test whose results are mostly, but not all, numbers. */
function numbersOfTests(tally: readonly SubjectTally[]): ReadonlyMap<string, number> {
  const counts = new Map<string, { records: number; numbers: number }>();
  for (const { tests } of tally)
    for (const { test, records, numbers } of tests) {
      const count = counts.get(test) ?? { records: 0, numbers: 0 };
      counts.set(test, { records: count.records + records, numbers: count.numbers + numbers });
    }
  return new Map(
    [...counts].flatMap(([test, { records, numbers }]) =>
      numbers >= fewestNumbers && numbers < records && numbers >= usualNumbers * records ? [[test, numbers] as const] : [],
    ),
  );
}
