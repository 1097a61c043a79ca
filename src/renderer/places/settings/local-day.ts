/** The moment (UTC) in which a day of this computer begins; null where the text is no day. */
export function startOfDay(text: string): string | null {
  const date = new Date(`${text}T00:00:00`);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** The moment in which the next day begins. */
export function endOfDay(text: string): string | null {
  const date = new Date(`${text}T00:00:00`);
  if (Number.isNaN(date.getTime())) return null;
  date.setDate(date.getDate() + 1);
  return date.toISOString();
}

/** The day of a moment as a date field has it; `before`: milliseconds that are taken off first. */
export function dayOf(moment: string | null, before: 0 | -1 = 0): string {
  if (moment === null) return '';
  const date = new Date(new Date(moment).getTime() + before);
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
