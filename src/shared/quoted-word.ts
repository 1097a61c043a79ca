/** A word of a command that is told, in quotes where a shell would read it otherwise: the number of a study may have blanks. */
export function quotedWord(word: string): string {
  return /^[\w.-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
