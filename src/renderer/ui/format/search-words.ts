/** The typed words of a search, in lower case. */
export function searchWords(typed: string): readonly string[] {
  return typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}
