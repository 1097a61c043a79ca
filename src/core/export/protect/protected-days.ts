import { datasetNames, type DatasetName } from '../../../shared/datasets/datasets.ts';
import { plausibleBounds } from '../../../shared/derive/plausible-date.ts';
import { calendarDay, studyDay } from '../../../shared/derive/study-day.ts';
import type { StudyReader } from '../../query/study-directory.ts';
import { asOfOf } from '../../store/status.ts';
import type { Anchors } from '../../views/anchors.ts';

/** The day of a record's date in the days of its subject; null where there is none to tell. */
export type DayOf = (dataset: DatasetName, subject: string | null, date: string) => number | null;

const dayLength = 86_400_000;

/**
 * Days from the anchors. A date that cannot be one of a record has none: what stands for a date that nobody knows (1900-01-01, 9999-12-31)
 * is the same everywhere, and its day would tell the date of the anchor; a birth date in the wrong field would tell the age. Belongs inside
 * a snapshot.
 */
export function daysOf(study: StudyReader, anchors: Anchors): DayOf {
  const bounds = new Map(datasetNames.map((name) => [name, plausibleBounds(asOfOf(study, name))]));
  return (dataset, subject, date) => {
    const anchor = subject === null ? undefined : anchors.get(subject);
    const day = calendarDay(date);
    if (anchor === undefined || day === null) return null;
    const { first, last } = bounds.get(dataset) ?? plausibleBounds(null);
    return day * dayLength < first || day * dayLength > last ? null : studyDay(anchor, day);
  };
}
