/** A list as it is stored (JSON), as the one text of its cell. */
export function listText(stored: string): string {
  return (JSON.parse(stored) as readonly string[]).join('; ');
}
