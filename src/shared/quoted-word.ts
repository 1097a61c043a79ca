/** A word of a command that is shown to the user, quoted if a shell would misread it: a study number may contain spaces. */
export function quotedWord(word: string): string {
  return /^[\w.-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
