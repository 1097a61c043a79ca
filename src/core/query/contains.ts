import type { Database } from 'better-sqlite3-multiple-ciphers';
import type { Sql } from './sql.ts';

/**
 * "The text contains this, ignoring case". SQLite's LIKE is fast but folds only the letters A to Z; anything else goes through {@link
 * registerFold}. A text with U+0000 is searched only up to it.
 */
export function sqlContains(text: string, wanted: string): Sql {
  if (!isAscii(wanted)) return { text: `instr(carrel_fold(${text}), ?) > 0`, values: [fold(wanted)] };
  return { text: `${text} LIKE ? ESCAPE '\\'`, values: [`%${wanted.replace(/[\\%_]/g, '\\$&')}%`] };
}

/** Registers case folding of every script on a connection. Must be called before a statement with {@link sqlContains} is prepared. */
export function registerFold(db: Database): void {
  db.function('carrel_fold', { deterministic: true }, (text: unknown) => (typeof text === 'string' ? fold(text) : null));
}

/** Folds upper and lower case in every script; a final sigma equals any other sigma. */
export function fold(text: string): string {
  return text.toLowerCase().replaceAll('ς', 'σ');
}

export function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 0x7f) return false;
  return true;
}

/** The same test for a text in memory, except for U+0000. */
export function containsText(wanted: string): (text: string) => boolean {
  const [same, sought] = isAscii(wanted) ? [lowerAscii, lowerAscii(wanted)] : [fold, fold(wanted)];
  return (text) => same(text).includes(sought);
}

function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
