import { datasets, type Dataset } from '../../shared/datasets/datasets.ts';
import type { Column } from '../../shared/datasets/declaration.ts';
import { millisecondsOfDay } from '../../shared/day.ts';
import { AppError } from '../../shared/errors.ts';
import type { Anchor } from '../../shared/protection-schemas.ts';
import { referenceDatesIn } from '../annotations/list-annotations.ts';
import { findColumn, sqlName, sqlTime } from '../query/columns.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { sqlRecords } from '../query/tables.ts';
import { asOfOf, latestPass } from '../store/status.ts';
import { isSameAnchorVisit } from '../../shared/derive/anchor-visits.ts';
import { plausibleBounds } from '../../shared/derive/plausible-date.ts';
import { isBaselineName } from '../../shared/derive/response.ts';
import { calendarDay } from '../../shared/derive/study-day.ts';

/** The day from which each subject's days are counted, from 1970-01-01. */
export type Anchors = ReadonlyMap<string, number>;

/** What is looked at for an anchor: the date by which a dataset is ordered, of all its records or of those with this label. */
interface Place {
  readonly dataset: Dataset;
  readonly date: Column;
  readonly labelled: { readonly column: string; readonly labels: readonly string[] } | null;
}

/**
 * The anchors of a study's subjects, whatever is exported of it; belongs inside a snapshot. A subject without a whole date there
 * that can be one of a record has none.
 * Throws USAGE where no subject has one, and so nothing would be counted from anything.
 */
export function readAnchors(study: StudyReader, anchor: Anchor): Anchors {
  const first = findAnchors(study, anchor);
  if (first.size === 0 && anchor.kind !== 'first-record') throw new AppError('USAGE', nothingThere(study.study, anchor));
  return first;
}

/** The same, empty where no subject has one. */
export function findAnchors(study: StudyReader, anchor: Anchor): Anchors {
  if (anchor.kind === 'reference') return referenceDays(study);
  const first = new Map<string, number>();
  for (const place of placesOf(study, anchor))
    for (const [subject, date] of firstDates(study, place)) {
      const found = calendarDay(date);
      if (found !== null) first.set(subject, Math.min(found, first.get(subject) ?? found));
    }
  return first;
}

/**
 * As they were imported for the study; days that no calendar has are none. Nor are those that cannot be of a record: what stands for a date
 * that nobody knows would tell the calendar's date of every record, and a birth date the age.
 */
function referenceDays(study: StudyReader): Anchors {
  const dates = referenceDatesIn(study);
  const { first, last } = plausibleBounds(latestPass(study));
  return new Map(
    dates.flatMap(({ subject, date }): readonly (readonly [string, number])[] => {
      const day = calendarDay(date);
      const isPlausible = day !== null && day * millisecondsOfDay >= first && day * millisecondsOfDay <= last;
      return isPlausible ? [[subject, day]] : [];
    }),
  );
}

function placesOf(study: StudyReader, anchor: Exclude<Anchor, { kind: 'reference' }>): readonly Place[] {
  switch (anchor.kind) {
    case 'first-record':
      return Object.values(datasets).flatMap((dataset) => placesIn(dataset, null));
    case 'baseline':
      return placesIn(datasets.responses, {
        column: 'assessment',
        labels: labelsIn(study, datasets.responses, 'assessment').filter(isBaselineName),
      });
    case 'visit':
      return placesOfVisit(study, anchor.label);
  }
}

/**
 * Where a visit's name stands in any spelling of it. Assessments count only where no result names the visit: a baseline scan is often made
 * before the visit that is called so.
 */
function placesOfVisit(study: StudyReader, visit: string): readonly Place[] {
  const places = (dataset: Dataset, column: string): readonly Place[] => {
    const labels = labelsIn(study, dataset, column).filter((label) => isSameAnchorVisit(label, visit));
    return labels.length === 0 ? [] : placesIn(dataset, { column, labels });
  };
  const ofResults = [...places(datasets.labs, 'visit'), ...places(datasets.vitals, 'visit')];
  return ofResults.length > 0 ? ofResults : places(datasets.responses, 'assessment');
}

function labelsIn({ db }: StudyReader, dataset: Dataset, column: string): readonly string[] {
  const named = findColumn(dataset, column);
  return db
    .prepare<[], string>(
      `SELECT DISTINCT ${sqlName(named)} FROM ${sqlRecords(dataset, [named])} WHERE ${sqlName(named)} IS NOT NULL AND ${sqlName(named)} <> ''`,
    )
    .pluck()
    .all();
}

/** None where a dataset is not ordered by a date: the list of subjects. */
function placesIn(dataset: Dataset, labelled: Place['labelled']): readonly Place[] {
  const date = dataset.defaultSort.map((name) => findColumn(dataset, name)).find(({ kind }) => kind === 'datetime');
  return date === undefined ? [] : [{ dataset, date, labelled }];
}

/** The first whole date of each subject that can be one of a record, as it was sent up to its day: whole dates of this form are ordered as texts. */
function firstDates(study: StudyReader, { dataset, date, labelled }: Place): readonly (readonly [string, string])[] {
  const { first, last } = plausibleBounds(asOfOf(study, dataset.name));
  const label = labelled === null ? null : findColumn(dataset, labelled.column);
  const records = sqlRecords(dataset, label === null ? [date] : [date, label]);
  return study.db
    .prepare<[number, number, string], [string, string]>(
      `SELECT "subject", min(substr(${sqlName(date)}, 1, 10)) FROM ${records}
       WHERE "subject" IS NOT NULL AND ${sqlTime(date)} BETWEEN ? AND ? AND length(${sqlName(date)}) >= 10
         AND ${label === null ? '? IS NOT NULL' : `${sqlName(label)} IN (SELECT value FROM json_each(?))`}
       GROUP BY "subject"`,
    )
    .raw()
    .all(first, last, JSON.stringify(labelled?.labels ?? []));
}

/** A date from which days can be counted, in words. */
const usable = 'whole date from 1990 to the last sync';

function nothingThere(study: string, anchor: Exclude<Anchor, { kind: 'first-record' }>): string {
  if (anchor.kind === 'reference')
    return `No reference date of ${study} that is a ${usable} was imported, so there is nothing to count days from. Import them from the menu of days on a subject's page, or choose another anchor.`;
  return anchor.kind === 'baseline'
    ? `No baseline assessment of ${study} with a ${usable} is mirrored, so there is nothing to count days from. Choose another anchor.`
    : `No record of ${study} has a visit of that name and a ${usable}, so there is nothing to count days from. Look at the names of its visits, or choose another anchor.`;
}
