import { datasets, type Dataset, type DatasetName } from '../../shared/datasets/datasets.ts';
import { anchorKind, anchorVisit, isSameAnchorVisit } from '../../shared/derive/anchor-visits.ts';
import { plausibleBounds, wholeDate } from '../../shared/derive/plausible-date.ts';
import { isBaselineName } from '../../shared/derive/response.ts';
import { calendarDay } from '../../shared/derive/study-day.ts';
import type { Anchor } from '../../shared/protection-schemas.ts';
import { quoted, rowTable, wholeRecords } from './layout.ts';
import { asOfOf } from './status.ts';
import type { ReadableStudy } from './study.ts';
import { subjectsOf } from './subjects-seen.ts';

/** The day from which each subject's days are counted, from 1970-01-01. */
export type AnchorDays = ReadonlyMap<string, number>;

/** What dates of records can tell; imported reference dates are no records. */
export type AnchorOfRecords = Exclude<Anchor, { kind: 'reference' }>;

type Opened = Pick<ReadableStudy, 'db' | 'study'>;

/** What is looked at for an anchor: the date by which a dataset is ordered, of all its records or of those with this label. */
interface Place {
  readonly dataset: Dataset;
  /** Name of a column. */
  readonly date: string;
  readonly labelled: { readonly column: string; readonly labels: readonly string[] } | null;
}

/**
 * The days of a study's subjects by their records. Belongs inside a transaction. A subject without a whole date there that can be one of a
 * record has none.
 */
export function anchorDays(study: Opened, anchor: AnchorOfRecords): AnchorDays {
  const first = new Map<string, number>();
  for (const place of placesOf(study, anchor))
    for (const [subject, date] of firstDates(study, place)) {
      const found = calendarDay(date);
      if (found !== null) first.set(subject, Math.min(found, first.get(subject) ?? found));
    }
  return first;
}

/** What days are counted from unless somebody chooses otherwise, as `defaultAnchor` of the views says it, and the days. */
export function defaultAnchorDays(study: Opened): AnchorDays {
  const subjects = new Set(Object.values(datasets).flatMap(({ name }) => subjectsOf(study, name)));
  subjects.delete('');
  const visit = anchorVisit(subjectsAtVisits(study), subjects.size);
  return anchorDays(study, visit === null ? { kind: 'baseline' } : { kind: 'visit', label: visit.visit });
}

/** By visit that may be the first of treatment the subjects who have a result with a date there. */
function subjectsAtVisits(study: Opened): ReadonlyMap<string, ReadonlySet<string>> {
  const having = new Map<string, Set<string>>();
  for (const { name } of [datasets.labs, datasets.vitals]) {
    const visits = labelsIn(study, name, 'visit').filter((visit) => anchorKind(visit) !== null);
    if (visits.length === 0) continue;
    const { first, last } = plausibleBounds(asOfOf(study, name));
    const found = study.db
      .prepare<[string, number, number], [string, string]>(
        `SELECT DISTINCT "visit", "subject" FROM ${quoted(rowTable(name))}
         WHERE "visit" IN (SELECT value FROM json_each(?)) AND "subject" <> '' AND "collected_at" BETWEEN ? AND ? AND length("collected") >= ${String(wholeDate)}`,
      )
      .raw()
      .all(JSON.stringify(visits), first, last);
    for (const [visit, subject] of found) having.set(visit, (having.get(visit) ?? new Set()).add(subject));
  }
  return having;
}

function placesOf(study: Opened, anchor: AnchorOfRecords): readonly Place[] {
  switch (anchor.kind) {
    case 'first-record':
      return Object.values(datasets).flatMap((dataset) => placesIn(dataset, null));
    case 'baseline':
      return placesIn(datasets.responses, {
        column: 'assessment',
        labels: labelsIn(study, 'responses', 'assessment').filter(isBaselineName),
      });
    case 'visit':
      return placesOfVisit(study, anchor.label);
  }
}

/**
 * Where a visit's name stands in any spelling of it. Assessments count only where no result names the visit: a baseline scan is often made
 * before the visit that is called so.
 */
function placesOfVisit(study: Opened, visit: string): readonly Place[] {
  const places = (dataset: Dataset, column: string): readonly Place[] => {
    const labels = labelsIn(study, dataset.name, column).filter((label) => isSameAnchorVisit(label, visit));
    return labels.length === 0 ? [] : placesIn(dataset, { column, labels });
  };
  const ofResults = [...places(datasets.labs, 'visit'), ...places(datasets.vitals, 'visit')];
  return ofResults.length > 0 ? ofResults : places(datasets.responses, 'assessment');
}

function labelsIn({ db }: Opened, dataset: DatasetName, column: string): readonly string[] {
  return db
    .prepare<[], string>(`SELECT DISTINCT ${quoted(column)} FROM ${wholeRecords(dataset)} WHERE ${quoted(column)} <> ''`)
    .pluck()
    .all();
}

/** None where a dataset is not ordered by a date: the list of subjects. */
function placesIn(dataset: Dataset, labelled: Place['labelled']): readonly Place[] {
  const date = dataset.defaultSort.find((name) => dataset.columns.some((column) => column.name === name && column.kind === 'datetime'));
  return date === undefined ? [] : [{ dataset, date, labelled }];
}

/** The first whole date of each subject that can be one of a record, as it was sent up to its day: whole dates of this form are ordered as texts. */
function firstDates(study: Opened, { dataset, date, labelled }: Place): readonly (readonly [string, string])[] {
  const { first, last } = plausibleBounds(asOfOf(study, dataset.name));
  return study.db
    .prepare<[number, number, string], [string, string]>(
      `SELECT "subject", min(substr(${quoted(date)}, 1, ${String(wholeDate)})) FROM ${wholeRecords(dataset.name)}
       WHERE "subject" IS NOT NULL AND ${quoted(`${date}_at`)} BETWEEN ? AND ? AND length(${quoted(date)}) >= ${String(wholeDate)}
         AND ${labelled === null ? '? IS NOT NULL' : `${quoted(labelled.column)} IN (SELECT value FROM json_each(?))`}
       GROUP BY "subject"`,
    )
    .raw()
    .all(first, last, JSON.stringify(labelled?.labels ?? []));
}
