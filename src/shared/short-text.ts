/** Most characters of a text in an answer for a table or a list. */
export const longestShown = 10_000;
/** The last letter of a text, or the last entry of a list, that ends early. */
export const endsEarly = '…';

/** The text, or its beginning with an ellipsis. */
export function shortText(text: string): string {
  return text.length > longestShown ? `${text.slice(0, longestShown)}${endsEarly}` : text;
}

/** Whether a value may be only the beginning of a longer one. */
export function isShortened(value: string | readonly string[]): boolean {
  if (typeof value !== 'string') return value.at(-1) === endsEarly || value.some(isShortened);
  return value.length === longestShown + endsEarly.length && value.endsWith(endsEarly);
}
