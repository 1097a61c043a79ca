import type { Database } from 'better-sqlite3-multiple-ciphers';
import type { Sql } from './sql.ts';

/**
 * "The text holds this, ignoring case". SQLite's LIKE folds the letters A to Z only and is the fast way;
 * anything else goes through {@link registerFold}. A text with U+0000 is searched up to it.
 */
export function sqlContains(text: string, wanted: string): Sql {
  if (!isAscii(wanted)) return { text: `instr(carrel_fold(${text}), ?) > 0`, values: [fold(wanted)] };
  return { text: `${text} LIKE ? ESCAPE '\\'`, values: [`%${wanted.replace(/[\\%_]/g, '\\$&')}%`] };
}

/** Teaches a connection to fold the case of every script. Must be called before a statement of {@link sqlContains} is prepared. */
export function registerFold(db: Database): void {
  db.function('carrel_fold', { deterministic: true }, (text: unknown) => (typeof text === 'string' ? fold(text) : null));
}

/** The text without the difference of upper and lower case, in every script; a sigma is one wherever in its word it stands. */
export function fold(text: string): string {
  return text.toLowerCase().replaceAll('ς', 'σ');
}

export function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 0x7f) return false;
  return true;
}

/** The same question of a text at hand, but for U+0000. */
export function containsText(wanted: string): (text: string) => boolean {
  const [same, sought] = isAscii(wanted) ? [lowerAscii, lowerAscii(wanted)] : [fold, fold(wanted)];
  return (text) => same(text).includes(sought);
}

function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
