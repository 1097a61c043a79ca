import type { Output } from '../../shared/contract.ts';
import { datasets, type Dataset } from '../../shared/datasets/datasets.ts';
import type { Column } from '../../shared/datasets/declaration.ts';
import { oldestHistory, plausibleBounds } from '../../shared/derive/plausible-date.ts';
import { findColumn, sqlName, sqlTime, subjectColumn } from '../query/columns.ts';
import { buildOf, type CachedAnswers } from '../query/cached-on-disk/cached-answers.ts';
import type { PerGeneration } from '../query/per-generation.ts';
import type { Sql } from '../query/sql.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { sqlRecords } from '../query/tables.ts';
import { quoted, rowTable } from '../store/database/layout.ts';
import { readStudyStatus } from '../store/database/status.ts';
import { ofSubjects } from './of-subjects.ts';
import { recordsIn, talliesOf, type ResultTally, type SubjectTally, type TestDataset } from './result-tally.ts';
import { readNumber } from '../store/database/read-number.ts';

type Overview = Output<'overview.read'>;

const code = buildOf(import.meta);

interface OverviewQuestion {
  /** Null for all subjects. */
  readonly subjects: readonly string[] | null;
  readonly cachedAnswers: CachedAnswers;
}

/** The overview of the newest generation. */
export function overviewOf(
  study: StudyReader,
  tally: PerGeneration<ResultTally>,
  { subjects, cachedAnswers }: OverviewQuestion,
): Promise<Overview> {
  return cachedAnswers.of(study, { name: 'overview', subjects, code }, () =>
    tally.with((known, generation) => ({ generation, ...readOverview(study, known, subjects) })),
  );
}

/** Counts the records, subjects and dates of each dataset, and all subjects together. Call inside the reader's snapshot. */
export function readOverview(study: StudyReader, tally: ResultTally, subjects: readonly string[] | null): Omit<Overview, 'generation'> {
  const status = readStudyStatus(study);
  const all = new Set<string>();
  const overviews = Object.values(datasets).map((dataset) => {
    const asOf = status.datasets.find((one) => one.dataset === dataset.name)?.asOf ?? null;
    const found = countsIn(study, dataset, tally, subjects, asOf);
    for (const { subject } of found.subjects) if (subject !== null) all.add(subject);
    return {
      dataset: dataset.name,
      mirrored: status.datasets.some((one) => one.dataset === dataset.name && one.asOf !== null),
      records: found.subjects.reduce((sum, { records }) => sum + records, 0),
      subjects: found.subjects.filter(({ subject }) => subject !== null).length,
      first: found.first,
      last: found.last,
      implausible: found.implausible,
      history: found.history,
    };
  });
  return { subjects: all.size, datasets: overviews };
}

interface Counts {
  readonly subjects: readonly SubjectCount[];
  readonly first: string | null;
  readonly last: string | null;
  readonly implausible: number;
  readonly history: number;
}

function countsIn(
  study: StudyReader,
  dataset: Dataset,
  tally: ResultTally,
  subjects: readonly string[] | null,
  asOf: string | null,
): Counts {
  if (dataset.name === 'labs' || dataset.name === 'vitals')
    return countsOfResults(study, dataset.name, talliesOf(tally[dataset.name], subjects));
  const where = ofSubjects(dataset, subjects);
  const date = dataset.date === null ? undefined : findColumn(dataset, dataset.date);
  const { first, last } = plausibleBounds(asOf);
  const counts = { subjects: countSubjects(study, dataset, where) };
  if (date === undefined) return { ...counts, first: null, last: null, implausible: 0, history: 0 };
  const within = (from: number, to: number): Sql => ({
    text: `(${where.text}) AND ${sqlTime(date)} BETWEEN ? AND ?`,
    values: [...where.values, from, to],
  });
  const plausible = within(first, last);
  const history = dataset.name === 'medications' ? countDated(study, dataset, date, within(oldestHistory, first - 1)) : 0;
  return {
    ...counts,
    first: extreme(study, dataset, date, plausible, 'ASC'),
    last: extreme(study, dataset, date, plausible, 'DESC'),
    implausible: countDated(study, dataset, date, where) - countDated(study, dataset, date, plausible) - history,
    history,
  };
}

function countsOfResults({ db }: StudyReader, name: TestDataset, tallies: readonly SubjectTally[]): Counts {
  const stored = db
    .prepare<[string | null, number], string>(
      `SELECT "collected" FROM ${quoted(rowTable(name))} WHERE "subject" IS ? AND "collected_at" = ? LIMIT 1`,
    )
    .pluck();
  const asSent = (subject: string | null, at: number): string | null =>
    stored.get(subject, at) ?? (subject === null ? (stored.get('', at) ?? null) : null);
  const dates = tallies.flatMap(({ subject, visits }) =>
    visits.flatMap(({ first, last }) => (first === null || last === null ? [] : [{ subject, first, last }])),
  );
  const first = least(dates, (date) => date.first);
  const last = least(dates, (date) => -date.last);
  return {
    subjects: tallies.map((one) => ({ subject: one.subject, records: recordsIn(one) })),
    first: first === null ? null : asSent(first.subject, first.first),
    last: last === null ? null : asSent(last.subject, last.last),
    implausible: tallies.reduce((sum, { visits }) => visits.reduce((all, one) => all + one.implausible, sum), 0),
    history: 0,
  };
}

function least<T>(all: readonly T[], by: (one: T) => number): T | null {
  return all.reduce<T | null>((found, one) => (found === null || by(one) < by(found) ? one : found), null);
}

interface SubjectCount {
  readonly subject: string | null;
  readonly records: number;
}

function countSubjects({ db }: StudyReader, dataset: Dataset, where: Sql): readonly SubjectCount[] {
  const column = sqlName(subjectColumn(dataset));
  return db
    .prepare<unknown[], SubjectCount>(
      `SELECT nullif(${column}, '') AS subject, count(*) AS records FROM ${sqlRecords(dataset, [])} WHERE ${where.text} GROUP BY ${column}`,
    )
    .all(...where.values);
}

function countDated({ db }: StudyReader, dataset: Dataset, date: Column, where: Sql): number {
  const dated = `${sqlRecords(dataset, [])} WHERE ${where.text} AND ${sqlTime(date)} IS NOT NULL`;
  return readNumber(db, `SELECT count(*) FROM ${dated}`, ...where.values);
}

/** The first or last date as sent. */
function extreme({ db }: StudyReader, dataset: Dataset, date: Column, where: Sql, direction: 'ASC' | 'DESC'): string | null {
  const time = sqlTime(date);
  return (
    db
      .prepare<unknown[], string>(
        `SELECT ${sqlName(date)} FROM ${sqlRecords(dataset, [])} WHERE ${where.text} AND ${time} IS NOT NULL ORDER BY ${time} ${direction} LIMIT 1`,
      )
      .pluck()
      .get(...where.values) ?? null
  );
}
