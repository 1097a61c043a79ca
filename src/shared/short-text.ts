/** Most characters of a text in an answer for a table or a list. */
export const longestShown = 10_000;

/** The text, or its beginning with an ellipsis. */
export function shortText(text: string): string {
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}

/** Whether a text may be only the beginning of a longer one. */
export function isShortened(text: string): boolean {
  return text.length === longestShown + 1 && text.endsWith('…');
}
