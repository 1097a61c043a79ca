const day: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' };
const time: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
const hour = 3_600_000;

function format(iso: string, options: Intl.DateTimeFormatOptions): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? iso : new Intl.DateTimeFormat('en-GB', options).format(date);
}

/** A moment in this computer's time zone: "14 May 2026, 14:05". */
export function formatMoment(iso: string): string {
  return format(iso, { ...day, year: 'numeric', ...time });
}

/** A moment to the second, with this computer's time zone: "14 May 2026, 14:05:10 CEST". */
export function formatExactMoment(iso: string): string {
  return format(iso, { ...day, year: 'numeric', ...time, second: '2-digit', timeZoneName: 'short' });
}

/** A moment without year and seconds: "12 May, 09:12". */
export function formatShortMoment(iso: string): string {
  return format(iso, { ...day, ...time });
}

/** "12 May". */
export function formatDay(iso: string): string {
  return format(iso, day);
}

/** A calendar day `YYYY-MM-DD`, independent of this computer's time zone: "4 Dec 2026". */
export function formatCalendarDay(date: string): string {
  return format(`${date}T00:00:00Z`, { ...day, year: 'numeric', timeZone: 'UTC' });
}

/** A calendar day without its year: "4 Dec". */
export function formatShortCalendarDay(date: string): string {
  return format(`${date}T00:00:00Z`, { ...day, timeZone: 'UTC' });
}

/** "14:36". */
export function formatTime(iso: string): string {
  return format(iso, time);
}

/** "14 May 2026, 14:04:10 to 14:05:02"; the day is repeated only if the end is on another day. */
export function formatSpan(from: string, to: string): string {
  const exact = { ...time, second: '2-digit' } as const;
  const begin = format(from, { ...day, year: 'numeric', ...exact });
  const end = format(to, formatDay(from) === formatDay(to) ? exact : { ...day, ...exact });
  return `${begin} to ${end}`;
}

/** Whole hours from then to now; 0 for the future. */
export function hoursSince(iso: string, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - new Date(iso).getTime()) / hour));
}

/** "30 hours old"; "9 days old" from two days on. */
export function formatAge(hours: number): string {
  const [count, unit] = hours < 48 ? [hours, 'hour'] : [Math.floor(hours / 24), 'day'];
  return `${String(count)} ${unit}${count === 1 ? '' : 's'} old`;
}
