const CHANGE = /^([-+\u2212]?)\s?(\d+(?:\.\d+)?)\s?mm$/;
const NONE = '--';

/** The number in a change text (spec 2.4): a signed value followed by ` mm`. Null for `--` (no change sent) and for anything else. */
export function parseChange(text: string | null): number | null {
  const match = CHANGE.exec(text?.trim() ?? '');
  if (match === null) return null;
  const size = Number(match[2]);
  return match[1] === '' || match[1] === '+' || size === 0 ? size : -size;
}

/** Whether a text is a change in mm or says that there is none. */
export function isChangeText(text: string): boolean {
  return text.trim() === NONE || parseChange(text) !== null;
}
