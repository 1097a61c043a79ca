/** On the wall clock or in UTC; time zones are not considered. */
export const millisecondsOfDay = 86_400_000;

/** Calendar days between two times, regardless of their times of day. */
export function calendarDaysBetween(from: number, to: number): number {
  return Math.floor(to / millisecondsOfDay) - Math.floor(from / millisecondsOfDay);
}

/** A day as `YYYY-MM-DD`, from days since 1970-01-01. */
export function isoDay(day: number): string {
  return new Date(day * millisecondsOfDay).toISOString().slice(0, 10);
}

/** Whether a text is a calendar day, `YYYY-MM-DD`. */
export function isCalendarDay(text: string): boolean {
  const date = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  return date !== null && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
