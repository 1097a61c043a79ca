/** Orders texts by UTF-16 code units: the same on every machine and in every language. */
export function compareTexts(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
