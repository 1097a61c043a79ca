import { datasets, type Dataset } from '../../../shared/datasets/datasets.ts';
import { anchorKind, anchorVisit, isSameAnchorVisit } from '../../../shared/derive/anchor-visits.ts';
import { plausibleBounds, wholeDate } from '../../../shared/derive/plausible-date.ts';
import { isBaselineName } from '../../../shared/derive/response.ts';
import { calendarDay } from '../../../shared/derive/study-day.ts';
import type { Anchor } from '../../../shared/protection-schemas.ts';
import { differentTexts, recordsWith } from './different-texts.ts';
import { quoted, rowTable } from '../database/layout.ts';
import { asOfOf } from '../database/status.ts';
import type { ReadableStudy } from '../database/study.ts';
import { subjectsOf } from '../database/subjects-seen.ts';

/** Per subject, the day from which days are counted, as days since 1970-01-01. */
export type AnchorDays = ReadonlyMap<string, number>;

/** Anchors that record dates can determine. Imported reference dates are not records. */
export type AnchorOfRecords = Exclude<Anchor, { kind: 'reference' }>;

type Opened = Pick<ReadableStudy, 'db' | 'study'>;

/** Per subject, the first plausible whole date at a place, as sent and cut to the day. */
export type FirstDates = Iterable<readonly [subject: string, date: string]>;

/** Where to look for an anchor: the date column that orders a dataset, in all its records or in those with one of these labels. */
export interface AnchorPlace {
  readonly dataset: Dataset;
  /** Column name. */
  readonly date: string;
  readonly labelled: { readonly column: string; readonly labels: readonly string[] } | null;
}

/**
 * Returns the anchor days of a study's subjects from their records. Must run inside a transaction. A subject without a plausible whole date
 * at these places is left out. `known` returns the first dates of a place if they need not be read from the rows, otherwise null.
 */
export function anchorDays(
  study: Opened,
  anchor: AnchorOfRecords,
  known: (place: AnchorPlace) => FirstDates | null = () => null,
): AnchorDays {
  const first = new Map<string, number>();
  for (const place of placesOf(study, anchor))
    for (const [subject, date] of known(place) ?? firstDates(study, place)) {
      const found = calendarDay(date);
      if (found !== null) first.set(subject, Math.min(found, first.get(subject) ?? found));
    }
  return first;
}

/**
 * The default anchor days, by the same rule as `defaultAnchor` of the views. All visits that may be the first of treatment are read in one
 * pass over the results.
 */
export function defaultAnchorDays(study: Opened): AnchorDays {
  const subjects = new Set(Object.values(datasets).flatMap(({ name }) => subjectsOf(study, name)));
  const firsts = firstVisits(study);
  const chosen = anchorVisit(new Map([...firsts].map(([visit, days]) => [visit, new Set(days.keys())])), subjects.size);
  if (chosen === null) return anchorDays(study, { kind: 'baseline' });
  const days = new Map<string, number>();
  for (const [visit, its] of firsts)
    if (isSameAnchorVisit(visit, chosen.visit))
      for (const [subject, day] of its) days.set(subject, Math.min(day, days.get(subject) ?? day));
  return days;
}

/** For each visit that may be the first of treatment, the first day of each subject who has a dated result there. */
function firstVisits(study: Opened): ReadonlyMap<string, AnchorDays> {
  const found = new Map<string, Map<string, number>>();
  for (const { name } of [datasets.labs, datasets.vitals]) {
    const { first, last } = plausibleBounds(asOfOf(study, name));
    // Reading the records takes most of the time, so they are read once for all visits, not once for the names and once for the visits that
    // count.
    const rows = study.db
      .prepare<[number, number], [string, string, string]>(
        `SELECT "visit", "subject", min(substr("collected", 1, ${String(wholeDate)})) FROM ${quoted(rowTable(name))}
         WHERE "visit" <> '' AND "subject" <> '' AND "collected_at" BETWEEN ? AND ? AND length("collected") >= ${String(wholeDate)}
         GROUP BY "visit", "subject"`,
      )
      .raw()
      .all(first, last);
    for (const [visit, subject, date] of rows) {
      const day = anchorKind(visit) === null ? null : calendarDay(date);
      const its = found.get(visit) ?? new Map<string, number>();
      if (day !== null) found.set(visit, its.set(subject, Math.min(day, its.get(subject) ?? day)));
    }
  }
  return found;
}

function placesOf(study: Opened, anchor: AnchorOfRecords): readonly AnchorPlace[] {
  switch (anchor.kind) {
    case 'first-record':
      return Object.values(datasets).flatMap((dataset) => placesIn(dataset, null));
    case 'baseline':
      // As in the charts, an assessment is a baseline by its name or by its timepoint.
      return [
        { column: 'assessment', labels: differentTexts(study, 'responses', 'assessment').filter(isBaselineName) },
        { column: 'timepoint', labels: ['0'] },
      ].flatMap((labelled) => placesIn(datasets.responses, labelled));
    case 'visit':
      return placesOfVisit(study, anchor.label);
  }
}

/**
 * Places where a visit's name occurs in any spelling. Assessments count only if no result names the visit, because a baseline scan is often
 * made before the visit of that name.
 */
function placesOfVisit(study: Opened, visit: string): readonly AnchorPlace[] {
  const places = (dataset: Dataset, column: string): readonly AnchorPlace[] => {
    const labels = differentTexts(study, dataset.name, column).filter((label) => isSameAnchorVisit(label, visit));
    return labels.length === 0 ? [] : placesIn(dataset, { column, labels });
  };
  const ofResults = [...places(datasets.labs, 'visit'), ...places(datasets.vitals, 'visit')];
  return ofResults.length > 0 ? ofResults : places(datasets.responses, 'assessment');
}

/** Empty for a dataset that is not ordered by a date, such as the list of subjects. */
function placesIn(dataset: Dataset, labelled: AnchorPlace['labelled']): readonly AnchorPlace[] {
  const date = dataset.defaultSort.find((name) => dataset.columns.some((column) => column.name === name && column.kind === 'datetime'));
  return date === undefined ? [] : [{ dataset, date, labelled }];
}

/** Whole dates of this form sort correctly as text. */
function firstDates(study: Opened, { dataset, date, labelled }: AnchorPlace): FirstDates {
  const { first, last } = plausibleBounds(asOfOf(study, dataset.name));
  return study.db
    .prepare<[number, number, string], [string, string]>(
      `SELECT "subject", min(substr(${quoted(date)}, 1, ${String(wholeDate)})) FROM ${labelled === null ? quoted(rowTable(dataset.name)) : recordsWith(dataset.name, labelled.column)}
       WHERE "subject" IS NOT NULL AND ${quoted(`${date}_at`)} BETWEEN ? AND ? AND length(${quoted(date)}) >= ${String(wholeDate)}
         AND ${labelled === null ? '? IS NOT NULL' : `${quoted(labelled.column)} IN (SELECT value FROM json_each(?))`}
       GROUP BY "subject"`,
    )
    .raw()
    .all(first, last, JSON.stringify(labelled?.labels ?? []));
}
