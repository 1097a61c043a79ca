/** Of a day on the wall clock and in UTC; no zone is looked at. */
export const millisecondsOfDay = 86_400_000;

/** Days of the calendar from one time to another, whatever their times of day. */
export function calendarDaysBetween(from: number, to: number): number {
  return Math.floor(to / millisecondsOfDay) - Math.floor(from / millisecondsOfDay);
}

/** Whether a text is a day of the calendar, as `YYYY-MM-DD`. */
export function isCalendarDay(text: string): boolean {
  const date = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  return date !== null && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
