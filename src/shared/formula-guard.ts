/**
 * What a spreadsheet may treat as the start of a formula (OWASP, with LF), and the full-width forms of the signs. Some programs run a
 * formula even after whitespace, control or format characters (zero-width space, direction mark, byte order mark).
 */
const dangerous = /^(?:[\t\r\n]|[\p{White_Space}\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])/u;
const plainNumber = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;

/** Puts an apostrophe before a text that a spreadsheet might run. A text that is a plain number stays unchanged. */
export function guardText(text: string): string {
  return dangerous.test(text) && !plainNumber.test(text) ? `'${text}` : text;
}
