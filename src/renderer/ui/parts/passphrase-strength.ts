/** Fewer characters are refused. */
export const leastLength = 8;

interface Strength {
  /** 0 (none) to 4 (very good). */
  readonly level: 0 | 1 | 2 | 3 | 4;
  readonly enough: boolean;
  readonly says: string;
}

const says = ['', 'Weak: easily guessed. Add words.', 'Fair: better with another word.', 'Good.', 'Very good.'] as const;

/** A hint, not a measure: length counts most, then variety; repeats and one kind of character count less. */
export function judgePassphrase(passphrase: string): Strength {
  const length = Array.from(passphrase).length;
  if (length < leastLength)
    return { level: length === 0 ? 0 : 1, enough: false, says: `Too short: ${String(leastLength - length)} more to go.` };
  const bits = guessBits(passphrase);
  const level = bits < 40 ? 1 : bits < 55 ? 2 : bits < 75 ? 3 : 4;
  return { level, enough: true, says: says[level] };
}

/** Rough bits: distinct characters and words make guesses costly, a long run of the same ones does not. */
function guessBits(passphrase: string): number {
  const characters = Array.from(passphrase.toLowerCase());
  const distinct = new Set(characters).size;
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{L}\p{Nd}]/u].filter((kind) => kind.test(passphrase)).length;
  const perCharacter = 1.6 + 0.7 * kinds;
  const effective = Math.min(characters.length, distinct * 2);
  return effective * perCharacter;
}
