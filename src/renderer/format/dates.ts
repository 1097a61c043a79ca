const day: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' };
const time: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };

function format(iso: string, options: Intl.DateTimeFormatOptions): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? iso : new Intl.DateTimeFormat('en-GB', options).format(date);
}

/** A moment in this computer's zone: "14 May 2026, 14:05". */
export function formatMoment(iso: string): string {
  return format(iso, { ...day, year: 'numeric', ...time });
}

/** The same without the year: "12 May, 09:12". */
export function formatShortMoment(iso: string): string {
  return format(iso, { ...day, ...time });
}

/** "12 May". */
export function formatDay(iso: string): string {
  return format(iso, day);
}

/** "14:36". */
export function formatTime(iso: string): string {
  return format(iso, time);
}

/** Whole days from then to now; 0 for the future. */
export function daysSince(iso: string, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - new Date(iso).getTime()) / 86_400_000));
}
