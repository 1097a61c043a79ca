/** What a spreadsheet may take for the start of a formula (OWASP, with LF), and the full-width forms of the signs. */
const dangerous = /^[=+\-@\t\r\n＝＋－＠]/;
const plainNumber = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;

/** The text with an apostrophe before it where a spreadsheet might run it; a text that is wholly a plain number stays as it is. */
export function guardText(text: string): string {
  return dangerous.test(text) && !plainNumber.test(text) ? `'${text}` : text;
}
