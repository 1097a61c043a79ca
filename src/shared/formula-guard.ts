/**
 * What a spreadsheet may take for the start of a formula (OWASP, with LF), and the full-width forms of the signs. White space, control and
 * format characters (a zero-width space, a mark of direction, a byte order mark) before a sign do not keep every program from running it.
 */
const dangerous = /^(?:[\t\r\n]|[\p{White_Space}\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])/u;
const plainNumber = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;

/** The text with an apostrophe before it where a spreadsheet might run it; a text that is wholly a plain number stays as it is. */
export function guardText(text: string): string {
  return dangerous.test(text) && !plainNumber.test(text) ? `'${text}` : text;
}
