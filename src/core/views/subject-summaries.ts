import { compareTexts } from '../../shared/compare-texts.ts';
import { datasetNames, datasets, mapDatasets, type Dataset, type DatasetName } from '../../shared/datasets/datasets.ts';
import { groupDataset } from '../../shared/datasets/record-datasets.ts';
import { coursesBySubject } from '../../shared/derive/subject-courses.ts';
import { plausibleBounds, wholeDate } from '../../shared/derive/plausible-date.ts';
import { bestReportedResponse, type ResponseCode } from '../../shared/derive/response-course.ts';
import { notesIn } from '../annotations/list-annotations.ts';
import { changesBySubject } from '../query/changes-by-subject.ts';
import { findColumn, sqlName, sqlTime } from '../query/columns.ts';
import { readLooked } from '../query/looked.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { sqlRecords } from '../query/tables.ts';
import { wholeRecords } from '../store/database/layout.ts';
import { latestPass } from '../store/database/status.ts';
import { bestReported } from './best-reported.ts';
import { ofSubjects } from './of-subjects.ts';
import { readAssessments } from './response-assessments.ts';
import { recordsIn, talliesOf, type ResultTally, type SubjectTally, type VisitTally } from './result-tally.ts';
import { highestOf, lowestOf } from '../../shared/derive/extremes.ts';

/** Summary of one subject; dates in milliseconds of local time, read as if it were UTC. */
export interface SubjectSummary {
  readonly subject: string;
  readonly uniqueSubject: string | null;
  readonly inGroup: boolean;
  /** 0 for the subjects dataset, because the Group contains no records. */
  readonly records: Readonly<Record<DatasetName, number>>;
  readonly first: number | null;
  readonly last: number | null;
  readonly lastVisit: string | null;
  /** Over all of its courses. */
  readonly best: ResponseCode | null;
  /** Lab results outside the range of their own record. */
  readonly outside: number;
  /** Records since the changes were last marked as seen. */
  readonly since: { readonly new: number; readonly changed: number; readonly vanished: number };
  readonly isNew: boolean;
  readonly notes: number;
  readonly followUps: number;
}

type Bounds = ReturnType<typeof plausibleBounds>;

interface Placed {
  readonly subject: string;
  readonly records: number;
  readonly first: number | null;
  readonly last: number | null;
}

/** Returns every subject that the Group lists or a record names, in character order. Call inside a snapshot. */
export function subjectSummaries(study: StudyReader, tally: ResultTally, subjects: readonly string[] | null): readonly SubjectSummary[] {
  const within = plausibleBounds(latestPass(study));
  const group = new Set(placedIn(study, datasets[groupDataset], subjects, within).map(({ subject }) => subject));
  const placed = mapDatasets((dataset): ReadonlyMap<string, Placed> => {
    const { name } = dataset;
    if (name === groupDataset) return new Map();
    return bySubject(
      name === 'labs' || name === 'vitals'
        ? talliesOf(tally[name], subjects).flatMap((one) => placedResults(one, within))
        : placedIn(study, dataset, subjects, within),
    );
  });
  const all = Object.values(placed);
  const names = [...new Set([...group, ...all.flatMap((ofDataset) => [...ofDataset.keys()])])].sort(compareTexts);
  const visits = lastVisits([...talliesOf(tally.labs, subjects), ...talliesOf(tally.vitals, subjects)], within);
  const outside = outsideOf(talliesOf(tally.labs, subjects));
  const courses = Map.groupBy(coursesBySubject(readAssessments(study, subjects).assessments), ({ subject }) => subject);
  const changed = new Map(changesBySubject(study, readLooked(study).generation, subjects).subjects.map((one) => [one.subject, one]));
  const [notes, unique] = [countNotes(study), uniqueSubjects(study, names)];
  return names.map((subject): SubjectSummary => {
    const own = all.flatMap((ofDataset) => ofDataset.get(subject) ?? []);
    const change = changed.get(subject);
    const sum = (kind: 'new' | 'changed' | 'vanished'): number => change?.datasets.reduce((total, one) => total + one[kind], 0) ?? 0;
    return {
      subject,
      uniqueSubject: unique.get(subject) ?? null,
      inGroup: group.has(subject),
      records: mapDatasets(({ name }) => placed[name].get(subject)?.records ?? 0),
      first: extreme(own, ({ first }) => first, Math.min),
      last: extreme(own, ({ last }) => last, Math.max),
      lastVisit: visits.get(subject) ?? null,
      best: bestReportedResponse((courses.get(subject) ?? []).map(bestReported)),
      outside: outside.get(subject) ?? 0,
      since: { new: sum('new'), changed: sum('changed'), vanished: sum('vanished') },
      isNew: change?.isNew ?? false,
      ...(notes.get(subject) ?? { notes: 0, followUps: 0 }),
    };
  });
}

/** The first and last date of a visit, of dates plausible for a record. */
function datesOf({ first, last }: VisitTally, within: Bounds): readonly number[] {
  return [first, last].filter((at) => at !== null).filter((at) => at >= within.first && at <= within.last);
}

function bySubject(placed: readonly Placed[]): ReadonlyMap<string, Placed> {
  return new Map(placed.map((one) => [one.subject, one]));
}

function extreme(own: readonly Placed[], of: (one: Placed) => number | null, pick: (...all: number[]) => number): number | null {
  const known = own.map(of).filter((at) => at !== null);
  return known.length === 0 ? null : pick(...known);
}

/** The records of each subject named in a dataset, and the first and last of their dates. */
function placedIn({ db }: StudyReader, dataset: Dataset, subjects: readonly string[] | null, { first, last }: Bounds): readonly Placed[] {
  const where = ofSubjects(dataset, subjects);
  const date = dataset.date === null ? null : findColumn(dataset, dataset.date);
  const time = date === null ? 'NULL' : sqlTime(date);
  const isDay = date === null ? '1' : `length(${sqlName(date)}) >= ${String(wholeDate)}`;
  return db
    .prepare<unknown[], Placed>(
      `SELECT "subject" AS subject, count(*) AS records, min(${time}) FILTER (WHERE ${time} BETWEEN ? AND ? AND ${isDay}) AS first,
         max(${time}) FILTER (WHERE ${time} BETWEEN ? AND ? AND ${isDay}) AS last
       FROM ${sqlRecords(dataset, [])} WHERE (${where.text}) AND "subject" IS NOT NULL AND "subject" <> '' GROUP BY "subject"`,
    )
    .all(first, last, first, last, ...where.values);
}

function placedResults(one: SubjectTally, within: Bounds): readonly Placed[] {
  if (one.subject === null) return [];
  const dates = one.visits.flatMap((visit) => datesOf(visit, within));
  const [first, last] = dates.length === 0 ? [null, null] : [lowestOf(dates), highestOf(dates)];
  return [{ subject: one.subject, records: recordsIn(one), first, last }];
}

/** The visit of the last result that names one. */
function lastVisits(tallies: readonly SubjectTally[], within: Bounds): ReadonlyMap<string, string> {
  const latest = new Map<string, { readonly visit: string; readonly at: number }>();
  for (const { subject, visits } of tallies)
    for (const tally of visits) {
      const { visit } = tally;
      const last = highestOf(datesOf(tally, within));
      if (subject !== null && visit !== null && last > (latest.get(subject)?.at ?? -Infinity)) latest.set(subject, { visit, at: last });
    }
  return new Map([...latest].map(([subject, { visit }]) => [subject, visit]));
}

function outsideOf(tallies: readonly SubjectTally[]): ReadonlyMap<string, number> {
  return new Map(
    tallies.flatMap(({ subject, visits }): readonly (readonly [string, number])[] =>
      subject === null ? [] : [[subject, visits.reduce((sum, { outside }) => sum + outside, 0)]],
    ),
  );
}

function countNotes(study: StudyReader): ReadonlyMap<string, { readonly notes: number; readonly followUps: number }> {
  const counts = new Map<string, { notes: number; followUps: number }>();
  for (const { value } of notesIn(study)) {
    const { subject } = value.place;
    if (subject === null) continue;
    const known = counts.get(subject) ?? { notes: 0, followUps: 0 };
    known.notes++;
    if (value.followUp === 'open') known.followUps++;
    counts.set(subject, known);
  }
  return counts;
}

/** The unique id of each subject, from the first dataset that has one for it. */
function uniqueSubjects({ db }: StudyReader, names: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const name of datasetNames) {
    const left = names.filter((subject) => !found.has(subject));
    if (left.length === 0) break;
    const unique = sqlName(findColumn(datasets[name], 'unique_subject'));
    const read = db
      .prepare<[string], string | null>(`SELECT ${unique} FROM ${wholeRecords(name)} WHERE "subject" = ? AND ${unique} IS NOT NULL LIMIT 1`)
      .pluck();
    for (const subject of left) {
      const id = read.get(subject);
      if (id !== undefined && id !== null) found.set(subject, id);
    }
  }
  return found;
}
