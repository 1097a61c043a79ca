const dashes = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;
const marks = /[\p{M}\p{Cf}]|(?!\s)\p{Cc}/gu;
const blanks = /\s+/g;

/**
 * Returns a text normalized for comparison and search: letters and digits of every form become plain ones, accents and invisible characters
 * are removed, all kinds of dashes and white space become one, and case is ignored.
 */
export function foldedText(text: string): string {
  return text.normalize('NFKD').replaceAll(marks, '').replaceAll(dashes, '-').replaceAll(blanks, ' ').toLowerCase().trim();
}

/** Returns a folded text with only its letters and digits: 22-001-0012 becomes 220010012, also across line breaks. */
export function runOf(folded: string): string {
  return folded.replaceAll(/[^\p{L}\p{N}]+/gu, '');
}
