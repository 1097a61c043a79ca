import { setImmediate } from 'node:timers/promises';
import { noColumns, type ColumnsInMemory } from '../query/columns-in-memory/columns-in-memory.ts';
import { buildOf, type CachedAnswers } from '../query/cached-on-disk/cached-answers.ts';
import type { Pause } from '../query/pause.ts';
import { perGeneration, type PerGeneration } from '../query/per-generation.ts';
import { inSnapshot } from '../query/snapshot.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { quoted, rowTable } from '../store/database/layout.ts';
import type { ResultTally, SubjectTally, TestDataset, TestTally, VisitTally } from './result-tally.ts';
import { tallyCached } from './tally-cached.ts';
import { plausibleBounds, wholeDate } from '../../shared/derive/plausible-date.ts';
import { readStudyStatus } from '../store/database/status.ts';

/** Milliseconds after which other work gets a turn. */
const atOnce = 15;

const answer = { name: 'tally', code: buildOf(import.meta) } as const;

/** The tally of a study's results, computed once per generation or read from disk. */
export function cachedTally(study: StudyReader, columns: ColumnsInMemory, cachedAnswers: CachedAnswers): PerGeneration<ResultTally> {
  return perGeneration(study, () => cachedAnswers.of(study, answer, () => tallyResults(study, columns)));
}

/**
 * Counts the results in cached columns if available, otherwise in SQLite. It marks these columns as in use, so that they are available when
 * the study is opened again.
 */
export async function tallyResults(
  study: StudyReader,
  columns: ColumnsInMemory = noColumns,
  pause: Pause = setImmediate,
): Promise<ResultTally> {
  const { datasets: states } = readStudyStatus(study);
  const asOf = (name: TestDataset): string | null => states.find(({ dataset }) => dataset === name)?.asOf ?? null;
  const tally = async (name: TestDataset): Promise<readonly SubjectTally[]> => {
    const cached = columns.of(study, name)?.cached ?? null;
    const counted = (cached === null ? null : await tallyCached(cached, asOf(name))) ?? (await tallyRows(study, name, asOf(name), pause));
    columns.use(study, name);
    return counted;
  };
  return { labs: await tally('labs'), vitals: await tally('vitals') };
}

/** Counts subject by subject, which the index on subjects makes efficient: a million results are read once, in some seconds at most. */
async function tallyRows(study: StudyReader, name: TestDataset, asOf: string | null, pause: Pause): Promise<readonly SubjectTally[]> {
  const table = quoted(rowTable(name));
  const outside = name === 'labs' ? `count(*) FILTER (WHERE "range_flag" IN ('LOW', 'HIGH'))` : '0';
  const { first, last } = plausibleBounds(asOf);
  const isPlausible = '"collected_at" BETWEEN :first AND :last';
  // A partial date denotes no day: 2026 is not the first of January.
  const isDay = `${isPlausible} AND length("collected") >= ${String(wholeDate)}`;
  const visits = study.db.prepare<{ subject: string | null; first: number; last: number }, VisitTally>(
    `SELECT nullif("visit", '') AS visit, count(*) AS records, ${outside} AS outside, min("collected_at") FILTER (WHERE ${isDay}) AS first,
       max("collected_at") FILTER (WHERE ${isDay}) AS last, count("collected_at") FILTER (WHERE NOT ${isPlausible}) AS implausible
     FROM ${table} WHERE "subject" IS :subject GROUP BY 1`,
  );
  const tests = study.db.prepare<[string | null], TestTally>(
    `SELECT ifnull("test", '') AS test, _shared AS shared, count(*) AS records, count("result_number") AS numbers
     FROM ${table} WHERE "subject" IS ? GROUP BY 1, 2`,
  );
  const subjects = inSnapshot(study, () => study.db.prepare<[], string | null>(`SELECT DISTINCT "subject" FROM ${table}`).pluck().all());
  const tally: SubjectTally[] = [];
  let since = performance.now();
  for (const subject of subjects) {
    tally.push(
      inSnapshot(study, () => ({
        subject: subject === '' ? null : subject,
        visits: visits.all({ subject, first, last }),
        tests: tests.all(subject),
      })),
    );
    if (performance.now() - since < atOnce) continue;
    await pause();
    since = performance.now();
  }
  return tally;
}
