/** Returns a stored list (JSON) as the text of its cell. */
export function listText(stored: string): string {
  return (JSON.parse(stored) as readonly string[]).join('; ');
}
