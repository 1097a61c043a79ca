import type { ListedTest } from '../../shared/calls/terms.ts';
import type { Output } from '../../shared/contract.ts';
import { readRange } from '../../shared/derive/reference-range.ts';
import { defaultTerms, type StudyTerms } from '../../shared/terms/study-terms.ts';
import { termDatasets } from '../../shared/terms/term-kinds.ts';
import { decisionsOf, dictionaryTest } from '../../shared/terms/test-codes.ts';
import { unitReadingIn } from '../../shared/terms/unit-readings.ts';
import { inSnapshot } from '../query/snapshot.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { storedTerms, termsHistory } from '../store/database/stored-terms.ts';
import { termsDigest } from '../extract/terms-digest.ts';

type TermDataset = ListedTest['dataset'];

/** Records of a test that agree in all of these values. */
interface Met {
  readonly test: string | null;
  readonly serviceCode: string | null;
  readonly code: string | null;
  readonly unit: string | null;
  readonly range: string | null;
  readonly records: number;
}

/** Returns the decisions on a study's tests and units, and every test with its records, from one snapshot. */
export function listTerms(study: StudyReader): Output<'terms.read'> {
  return inSnapshot(study, () => {
    const terms = storedTerms(study.db);
    return {
      terms: { ...terms, tests: [...terms.tests], units: [...terms.units] },
      digest: termsDigest(terms),
      history: [...termsHistory(study.db)],
      tests: termDatasets.flatMap((dataset) => listTests(study, dataset, terms)),
    };
  });
}

/** For a study that was never mirrored. */
export function noTerms(): Output<'terms.read'> {
  return { terms: { ...defaultTerms, tests: [], units: [] }, digest: termsDigest(defaultTerms), history: [], tests: [] };
}

function listTests(study: StudyReader, dataset: TermDataset, terms: StudyTerms): readonly ListedTest[] {
  const byTest = Map.groupBy(metIn(study, dataset), ({ test, serviceCode }) => JSON.stringify([test, serviceCode]));
  return [...byTest.values()].map((met) => listedTest(dataset, met, terms)).toSorted((left, right) => right.records - left.records);
}

function metIn({ db }: StudyReader, dataset: TermDataset): readonly Met[] {
  return db
    .prepare<[], Met>(
      `SELECT nullif(test, '') AS test, service_code AS serviceCode, test_code AS code, nullif(unit, '') AS unit,
        nullif(reference_range, '') AS "range", count(*) AS records
      FROM ${dataset} GROUP BY 1, 2, 3, 4, 5`,
    )
    .all();
}

function listedTest(dataset: TermDataset, met: readonly Met[], terms: StudyTerms): ListedTest {
  const [first] = met;
  const [test, serviceCode] = [first?.test ?? '', first?.serviceCode ?? null];
  const units = counted(met, ({ unit }) => unit);
  const reads = units.map(({ text }) => dictionaryTest(dataset, { test, serviceCode, unit: text }));
  const [likeliest = null] = reads;
  const codes = counted(met, ({ code }) => code);
  const byRange = Map.groupBy(met, ({ range }) => range);
  return {
    dataset,
    test,
    serviceCode,
    records: met.reduce((sum, { records }) => sum + records, 0),
    codes: codes.map(({ text, records }) => ({ code: text, records })),
    decided: decisionsOf(terms)(dataset, { test, serviceCode }) !== null,
    rule: likeliest?.rule ?? null,
    proposed: reads.find((read) => read?.applied === false)?.code ?? null,
    units: units.map((unit) => ({ ...unit, reading: unit.text === null ? null : unitReadingIn(terms, unit.text, codes[0]?.text ?? null) })),
    ranges: counted(met, ({ range }) => range).map((range) => ({
      ...range,
      understood: range.text !== null && (isInWords(range.text) || (byRange.get(range.text) ?? []).every(hasLimits)),
    })),
  };
}

/** Whether limits can be read from a range, beside the unit of its results. */
function hasLimits({ range, unit }: Met): boolean {
  return readRange(range, unit)?.kind === 'numeric';
}

/** Whether a range has no digits ("Negative", "Non-reactive"), and so no limits to be understood. */
function isInWords(range: string): boolean {
  return !/\p{N}/u.test(range);
}

/** Each text with its records, the most frequent first. */
function counted(met: readonly Met[], textOf: (one: Met) => string | null): { text: string | null; records: number }[] {
  const counts = new Map<string | null, number>();
  for (const one of met) counts.set(textOf(one), (counts.get(textOf(one)) ?? 0) + one.records);
  return [...counts].map(([text, records]) => ({ text, records })).toSorted((left, right) => right.records - left.records);
}
