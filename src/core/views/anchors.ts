import { millisecondsOfDay } from '../../shared/day.ts';
import { isSameAnchorVisit } from '../../shared/derive/anchor-visits.ts';
import { AppError } from '../../shared/errors.ts';
import type { Anchor } from '../../shared/protection-schemas.ts';
import { referenceDatesIn } from '../annotations/list-annotations.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { anchorDays, type AnchorDays } from '../store/flip/anchor-days.ts';
import { latestPass } from '../store/database/status.ts';
import { plausibleBounds } from '../../shared/derive/plausible-date.ts';
import { calendarDay } from '../../shared/derive/study-day.ts';
import { cachedFirstDates } from './cached-first-dates.ts';
import type { ResultTally } from './result-tally.ts';

/** The anchor day of each subject, from which its days are counted, in days from 1970-01-01. */
export type Anchors = AnchorDays;

/**
 * Returns the anchors of a study's subjects, whatever is exported of it. A subject without a complete date there that is plausible for a
 * record has none. Call inside a snapshot. Throws USAGE if no subject has one, because there would be nothing to count days from.
 */
export function readAnchors(study: StudyReader, anchor: Anchor): Anchors {
  const first = findAnchors(study, anchor);
  if (first.size === 0 && anchor.kind !== 'first-record') throw new AppError('USAGE', nothingThere(study.study, anchor));
  return first;
}

/**
 * The same, but empty if no subject has an anchor. `tally`: from the same snapshot; without it, a visit is searched for in all results.
 * Dates cached next to the study's file are read from there.
 */
export function findAnchors(study: StudyReader, anchor: Anchor, tally: ResultTally | null = null): Anchors {
  if (anchor.kind === 'reference') return referenceDays(study);
  const ofVisit = anchor.kind === 'visit' && tally !== null ? visitDays(tally, anchor.label) : null;
  return ofVisit ?? anchorDays(study, anchor, (place) => cachedFirstDates(study, place));
}

/** Returns what `anchorDays` finds among the results; null if no result names the visit. */
function visitDays({ labs, vitals }: ResultTally, label: string): Anchors | null {
  const days = new Map<string, number>();
  let isNamed = false;
  for (const { subject, visits } of [...labs, ...vitals])
    for (const { visit, first } of visits) {
      if (visit === null || !isSameAnchorVisit(visit, label)) continue;
      isNamed = true;
      if (subject === null || first === null) continue;
      const day = Math.floor(first / millisecondsOfDay);
      days.set(subject, Math.min(day, days.get(subject) ?? day));
    }
  return isNamed ? days : null;
}

/**
 * The reference dates imported for the study. Days that do not exist in the calendar are ignored, and so are days that are implausible for
 * a record: a placeholder for an unknown date would reveal the calendar date of every record, and a birth date the age.
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

/** A date from which days can be counted, in words. */
const usable = 'whole date from 1990 to the last sync';

function nothingThere(study: string, anchor: Exclude<Anchor, { kind: 'first-record' }>): string {
  if (anchor.kind === 'reference')
    return `No reference date of ${study} that is a ${usable} was imported, so there is nothing to count days from. Import them from the day menu on the subject page, or choose another anchor.`;
  return anchor.kind === 'baseline'
    ? `No baseline assessment of ${study} with a ${usable} is mirrored, so there is nothing to count days from. Choose another anchor.`
    : `No record of ${study} has a visit of that name and a ${usable}, so there is nothing to count days from. Check the names of its visits, or choose another anchor.`;
}
