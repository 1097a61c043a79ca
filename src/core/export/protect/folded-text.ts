const dashes = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;
const marks = /[\p{M}\p{Cf}]|(?!\s)\p{Cc}/gu;
const blanks = /\s+/g;

/**
 * A text as it is compared and looked through: letters and digits of every form are the plain ones, accents and what nobody sees are
 * left out, dashes and blanks of every kind are one, and case does not count.
 */
export function foldedText(text: string): string {
  return text.normalize('NFKD').replaceAll(marks, '').replaceAll(dashes, '-').replaceAll(blanks, ' ').toLowerCase().trim();
}

/** The same without anything between its letters and digits: 22-001-0012 is 220010012, in two lines as in one. */
export function runOf(folded: string): string {
  return folded.replaceAll(/[^\p{L}\p{N}]+/gu, '');
}
