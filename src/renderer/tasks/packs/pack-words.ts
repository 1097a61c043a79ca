import { inFileName } from '../../../shared/export-names.ts';
import type { FoundSitePack, TakenInPack } from '../../../shared/calls/packs.ts';
import { isCalendarDay, millisecondsOfDay } from '../../../shared/day.ts';
import { dayAfter, endOf, isExpired, packEnding, usualDays } from '../../../shared/site-pack.ts';
import { formatCalendarDay, formatMoment } from '../../ui/format/dates.ts';
import { formatCountOf } from '../../../shared/format-count.ts';

/** The suggested last day: the default, or that of the pack the study came from (`limit`) if it is earlier. */
export function offeredDay(now: Date, limit: string | null): string {
  const usual = dayAfter(now, usualDays);
  return limit !== null && limit < usual ? limit : usual;
}

/** Why a pack cannot have this last day; null if it can. `limit`: the last day of the pack the study came from. */
export function lastDayProblem(day: string, now: Date, limit: string | null): string | null {
  if (!isCalendarDay(day)) return 'Choose a day.';
  if (isExpired(day, now.getTime())) return `That day is in the past. Today is ${formatCalendarDay(dayAfter(now, 0))} (UTC).`;
  if (limit !== null && day > limit)
    return `This study itself came from a site pack that expires after ${formatCalendarDay(limit)}, so a new pack cannot stay open longer.`;
  return null;
}

/** "the end of 4 Dec 2026 in UTC, 14 days from now". */
export function endWords(day: string, now: Date): string {
  return `the end of ${formatCalendarDay(day)} in UTC, ${daysFromNow(day, now)}`;
}

function daysFromNow(day: string, now: Date): string {
  const days = Math.ceil((endOf(day) - now.getTime()) / millisecondsOfDay) - 1;
  return days === 0 ? 'today' : `${formatCountOf(days, 'day')} from now`;
}

/** "22-001_until_2026-12-04.carrelpack". */
export function suggestPackName(study: string, expires: string): string {
  return `${inFileName(study)}_until_${expires}${packEnding}`;
}

/** Facts about an opened pack, as labels and values. */
export function factsOf({ asOf, confirmed, madeAt, expires }: FoundSitePack, now: Date): readonly (readonly [string, string])[] {
  return [
    confirmed ? ['Complete as of', formatMoment(asOf)] : ['Counted at', `${formatMoment(asOf)}, not confirmed`],
    ['Packed', formatMoment(madeAt)],
    ['Opens until', endWords(expires, now)],
  ];
}

/** What importing a pack would do, given the copy that is already here. */
export const wouldSay: Readonly<Record<TakenInPack['outcome'], string>> = {
  added: 'It is not on this computer yet and will be added.',
  replaced: 'The older copy here will be set aside and replaced by this one. Your notes and other work on it are kept.',
  prolonged: 'The same copy is already here. Its last day will be extended.',
  unchanged: 'The same copy is already here, with the same or a later last day. There is nothing to import.',
};

const tookWords: Readonly<Record<TakenInPack['outcome'], string>> = {
  added: 'is on this computer now',
  replaced: 'was updated to the newer copy; the earlier one was set aside',
  prolonged: 'now has a later last day',
  unchanged: 'was here already',
};

/** "22-001 is on this computer now". */
export function tookSay({ study, outcome }: TakenInPack): string {
  return `${study} ${tookWords[outcome]}`;
}
