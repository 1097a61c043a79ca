import { datasetNames, type DatasetName } from '../../../shared/datasets/datasets.ts';
import { plausibleBounds } from '../../../shared/derive/plausible-date.ts';
import { calendarDay, studyDay } from '../../../shared/derive/study-day.ts';
import type { StudyReader } from '../../query/study-directory.ts';
import { asOfOf } from '../../store/database/status.ts';
import type { Anchors } from '../../views/anchors.ts';

/** Converts dates of a study's records to days relative to their subjects' anchors. */
export interface Days {
  /** Returns the day of a record's date for its subject; null if there is none that may be disclosed. */
  readonly of: (dataset: DatasetName, subject: string | null, date: string) => number | null;
  /** The same in parts: the calendar day of a date if it is plausible for a record, and the day of a subject's anchor. */
  readonly calendar: (dataset: DatasetName, date: string) => number | null;
  readonly anchor: (subject: string | null) => number | null;
}

const dayLength = 86_400_000;

/**
 * Counts days from the anchors. A date that is implausible for a record has no day: placeholders for unknown dates (1900-01-01, 9999-12-31)
 * are the same everywhere, so that their day would reveal the date of the anchor; a birth date in the wrong field would reveal the age.
 * Call inside a snapshot.
 */
export function daysOf(study: StudyReader, anchors: Anchors): Days {
  const bounds = new Map(datasetNames.map((name) => [name, plausibleBounds(asOfOf(study, name))]));
  const anchorOf: Days['anchor'] = (subject) => (subject === null ? null : (anchors.get(subject) ?? null));
  const calendar: Days['calendar'] = (dataset, date) => {
    const day = calendarDay(date);
    const { first, last } = bounds.get(dataset) ?? plausibleBounds(null);
    return day === null || day * dayLength < first || day * dayLength > last ? null : day;
  };
  return {
    of: (dataset, subject, date) => {
      const anchor = anchorOf(subject);
      const day = anchor === null ? null : calendar(dataset, date);
      return anchor === null || day === null ? null : studyDay(anchor, day);
    },
    calendar,
    anchor: anchorOf,
  };
}
