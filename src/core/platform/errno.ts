/** The code of an error of the system ("ENOENT"), SQLite or zlib; an empty text if it has none. */
export function errnoOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
