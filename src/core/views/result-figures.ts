import { setImmediate } from 'node:timers/promises';
import type { Input, Output } from '../../shared/contract.ts';
import { datasets } from '../../shared/datasets/datasets.ts';
import { lateResults } from '../../shared/derive/late-results.ts';
import { liverCodes, screenSubjects } from '../../shared/derive/liver-screening.ts';
import { nothingLeftOut, testSeries, type PointsAnswer } from '../../shared/derive/result-series.ts';
import { shiftsOf } from '../../shared/derive/shifts.ts';
import { trendsOf, type TrendPart } from '../../shared/derive/trends.ts';
import type { Anchor } from '../../shared/protection-schemas.ts';
import { findAnchors } from './anchors.ts';
import type { PerGeneration } from '../query/per-generation.ts';
import { createLruCache } from '../query/lru-cache.ts';
import { buildOf } from '../query/cached-on-disk/cached-answers.ts';
import { generationNow, inSnapshot } from '../query/snapshot.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { storedTerms } from '../store/database/stored-terms.ts';
import { readerWithoutMemory, type ReaderMemory } from '../query/reader-memory.ts';
import { cellOf, readResultPoints, type PointsQuestion } from './result-points.ts';
import type { ResultTally, TestDataset } from './result-tally.ts';
import { siteComparisons } from './site-comparisons.ts';
import { listTests, testsWithCodes } from './test-results.ts';
import { readWorstGrades } from './worst-grades.ts';
import { findColumn, sqlTime } from '../query/columns.ts';
import { quoted, wholeRecords } from '../store/database/layout.ts';

/** The data of figures over many results. */
export interface ResultFigures {
  readonly trends: (question: Omit<Input<'results.trends'>, 'study'>) => Promise<Output<'results.trends'>>;
  readonly shifts: (question: Omit<Input<'results.shifts'>, 'study'>) => Promise<Output<'results.shifts'>>;
  readonly grades: (question: Omit<Input<'results.grades'>, 'study'>) => Promise<Output<'results.grades'>>;
  readonly sites: (question: Omit<Input<'results.sites'>, 'study'>) => Promise<Output<'results.sites'>>;
  readonly liver: (question: Omit<Input<'results.liver'>, 'study'>) => Promise<Output<'results.liver'>>;
}

const code = buildOf(import.meta);

/** Answers memoized per study; with many results, one takes some MiB. */
const mostAnswers = 8;

const nobody: ReadonlyMap<string, number> = new Map();

/** Computes figures test by test, lets other work run in between, and computes each only once per question and generation. */
export function resultFigures(
  study: StudyReader,
  tally: PerGeneration<ResultTally>,
  { columns, cachedAnswers }: ReaderMemory = readerWithoutMemory,
): ResultFigures {
  const answers = createLruCache<Promise<{ readonly generation: number }>>(mostAnswers);
  const points = async (question: PointsQuestion): Promise<PointsAnswer> => {
    await setImmediate();
    return inSnapshot(study, () => readResultPoints(study, question));
  };
  const anchorsOf = async (anchor: Anchor | null): Promise<ReadonlyMap<string, number>> =>
    anchor === null ? nobody : tally.with((known) => findAnchors(study, anchor, known));
  /** Imported dates may change without a sync, so they are part of the memoized question. */
  const importedFor = (anchor: Anchor | null): readonly unknown[] =>
    anchor?.kind === 'reference' ? [...inSnapshot(study, () => findAnchors(study, anchor))] : [];
  const codesOf = (dataset: PointsQuestion['dataset']): Promise<ReadonlyMap<string, string | null>> =>
    tally.with((known) => new Map(listTests(study, dataset, known, null).tests.map(({ test, code }) => [test, code])));

  /** If a sync flips meanwhile, it starts again, so that no figure mixes two generations. */
  const once = async <T extends { readonly generation: number }>(
    question: unknown,
    work: (generation: number) => Promise<T>,
  ): Promise<T> => {
    for (;;) {
      const [generation, terms] = [generationNow(study), storedTerms(study.db).version];
      const asked = JSON.stringify([generation, terms, question]);
      const answer = (answers.get(asked) as Promise<T> | undefined) ?? work(generation);
      answers.set(asked, answer);
      try {
        const made = await answer;
        if (generationNow(study) === generation && storedTerms(study.db).version === terms) return made;
      } catch (error: unknown) {
        answers.remove(asked);
        throw error;
      }
      answers.remove(asked);
    }
  };

  return {
    trends: (question) =>
      once(['trends', question, importedFor(question.anchor)], async (generation) => {
        const { dataset, tests, subjects, anchor, wholeTime } = question;
        const [codes, anchors] = [await codesOf(dataset), await anchorsOf(anchor)];
        const parts: TrendPart[] = [];
        for (const test of tests) {
          const answer = await points({ dataset, tests: [test], subjects });
          const leftOut = answer.leftOut[0] ?? nothingLeftOut;
          parts.push({ test, of: testSeries(answer, { place: 0, code: codes.get(test) ?? null }, anchors), ...leftOut });
        }
        const trends = trendsOf(parts, wholeTime);
        const late = trends.late === null ? null : { ...trends.late, keys: readLateKeys(study, dataset, parts, trends.late.day) };
        return { generation, trends: { ...trends, late } };
      }),
    shifts: (question) =>
      once(['shifts', question, importedFor(question.anchor)], async (generation) => {
        const { test, subjects, anchor } = question;
        const [codes, anchors] = [await codesOf('labs'), await anchorsOf(anchor)];
        const answer = await points({ dataset: 'labs', tests: [test], subjects });
        const series = testSeries(answer, { place: 0, code: codes.get(test) ?? null }, anchors);
        return { generation, shifts: shiftsOf(test, series, anchors, answer.leftOut[0]) };
      }),
    grades: (question) =>
      once(['grades', question, importedFor(question.anchor)], async (generation) => {
        const { subjects, anchor } = question;
        await setImmediate();
        // What is cached under imported dates must be computed from exactly these dates.
        const imported = anchor?.kind === 'reference' ? await anchorsOf(anchor) : null;
        return cachedAnswers.of(study, { name: 'grades', subjects, asked: [anchor, [...(imported ?? [])]], code }, async () => {
          const anchors = imported ?? (await anchorsOf(anchor));
          return inSnapshot(study, () => ({ generation, ...readWorstGrades(study, columns, { subjects, anchors }) }));
        });
      }),
    sites: (question) =>
      once(['sites', question], async (generation) => ({ generation, ...(await siteComparisons(study, question.subjects)) })),
    liver: (question) =>
      once(['liver', question], async (generation) => {
        const { subjects, window } = question;
        const tests = await tally.with((known) => testsWithCodes(study, 'labs', known, { codes: liverCodes, subjects }));
        const answer = await points({ dataset: 'labs', tests: [...new Set(tests.map(({ test }) => test))], subjects });
        return { generation, tests, screening: screenSubjects(answer, window) };
      }),
  };
}

/** Maximum number of keys in a condition. */
const mostKeys = 10_000;

/** Returns the keys of the records that an axis up to this day leaves out; null if there are too many to list. */
function readLateKeys(study: StudyReader, name: TestDataset, parts: readonly TrendPart[], day: number): readonly string[] | null {
  const late = lateResults(parts, day);
  if (late.length > mostKeys) return null;
  const dataset = datasets[name];
  return inSnapshot(study, () => {
    const read = study.db
      .prepare<[string, string, number], string>(
        `SELECT ${quoted(dataset.key)} FROM ${wholeRecords(name)} WHERE "subject" = ? AND "test" = ? AND ${sqlTime(findColumn(dataset, 'collected'))} = ?
           AND ("result_number" IS NOT NULL OR ${cellOf(name, 'result_bound')} IS NOT NULL) AND ${cellOf(name, 'carried_forward')} IS NOT 'Y'`,
      )
      .pluck();
    return [...new Set(late.flatMap(({ subject, test, at }) => read.all(subject, test, at)))];
  });
}
