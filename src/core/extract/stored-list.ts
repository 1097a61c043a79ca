/** The items of a list cell as stored (JSON). */
export function itemsOf(stored: string): readonly string[] {
  return JSON.parse(stored) as readonly string[];
}

/** Returns a stored list as the text of its cell. */
export function listText(stored: string): string {
  return itemsOf(stored).join('; ');
}
