import { datasetNames, type DatasetName } from '../../../shared/datasets/datasets.ts';
import { plausibleBounds } from '../../../shared/derive/plausible-date.ts';
import { calendarDay, studyDay } from '../../../shared/derive/study-day.ts';
import type { StudyReader } from '../../query/study-directory.ts';
import { asOfOf } from '../../store/status.ts';
import type { Anchors } from '../../views/anchors.ts';

/** Days of a study's records in those of their subjects. */
export interface Days {
  /** The day of a record's date in the days of its subject; null where there is none to tell. */
  readonly of: (dataset: DatasetName, subject: string | null, date: string) => number | null;
  /** The same in its parts: a date's day of the calendar where it can be one of a record, and the day of a subject's anchor. */
  readonly calendar: (dataset: DatasetName, date: string) => number | null;
  readonly anchor: (subject: string | null) => number | null;
}

const dayLength = 86_400_000;

/**
 * Days from the anchors. A date that cannot be one of a record has none: what stands for a date that nobody knows (1900-01-01, 9999-12-31)
 * is the same everywhere, and its day would tell the date of the anchor; a birth date in the wrong field would tell the age. Belongs inside
 * a snapshot.
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
