import { setImmediate } from 'node:timers/promises';
import { inSnapshot } from '../query/snapshot.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { quoted, rowTable } from '../store/layout.ts';

/** Datasets whose records are results of tests, each at a visit. */
export type TestDataset = 'labs' | 'vitals';

/** A subject's results at one visit; dates in milliseconds of the wall clock as if it were UTC. */
export interface VisitTally {
  /** Null where none was sent. */
  readonly visit: string | null;
  readonly records: number;
  /** Of those that lie outside their own range. */
  readonly outside: number;
  readonly first: number | null;
  readonly last: number | null;
}

/** A subject's results of one test with one combination of shared cells, which has the unit and the test's code. */
export interface TestTally {
  readonly test: string;
  readonly shared: number;
  readonly records: number;
  /** Of those that are numbers. */
  readonly numbers: number;
}

export interface SubjectTally {
  /** Null: records that name none; there may be two of these, where some have an empty name. */
  readonly subject: string | null;
  readonly visits: readonly VisitTally[];
  readonly tests: readonly TestTally[];
}

/** How many results each subject has, by visit and by test: what overview, coverage and the lists of tests are added up from. */
export type ResultTally = Readonly<Record<TestDataset, readonly SubjectTally[]>>;

/** Milliseconds after which others have their turn. */
const atOnce = 15;

/** Counts subject by subject, which the index of subjects finds in place: a million results are looked through once, in some seconds at most. */
export async function tallyResults(study: StudyReader): Promise<ResultTally> {
  return { labs: await tallyDataset(study, 'labs'), vitals: await tallyDataset(study, 'vitals') };
}

async function tallyDataset(study: StudyReader, name: TestDataset): Promise<readonly SubjectTally[]> {
  const table = quoted(rowTable(name));
  const outside = name === 'labs' ? `count(*) FILTER (WHERE "range_flag" IN ('LOW', 'HIGH'))` : '0';
  const visits = study.db.prepare<[string | null], VisitTally>(
    `SELECT nullif("visit", '') AS visit, count(*) AS records, ${outside} AS outside, min("collected_at") AS first, max("collected_at") AS last
     FROM ${table} WHERE "subject" IS ? GROUP BY 1`,
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
      inSnapshot(study, () => ({ subject: subject === '' ? null : subject, visits: visits.all(subject), tests: tests.all(subject) })),
    );
    if (performance.now() - since < atOnce) continue;
    await setImmediate();
    since = performance.now();
  }
  return tally;
}

/** The tallies of these subjects; null: of everybody, and of records that name nobody. */
export function talliesOf(tally: readonly SubjectTally[], subjects: readonly string[] | null): readonly SubjectTally[] {
  if (subjects === null) return tally;
  const asked = new Set<string | null>(subjects);
  return tally.filter(({ subject }) => asked.has(subject));
}

export function recordsIn({ visits }: SubjectTally): number {
  return visits.reduce((sum, { records }) => sum + records, 0);
}
