/** What counts as a slip: the minimum letters of the word, and whether a replaced letter is a slip as well. */
export interface Slips {
  readonly least: number;
  readonly otherLetter: boolean;
}

/**
 * Whether two names differ by a single letter of one word: one added or removed, two adjacent ones exchanged, or one replaced. Digits
 * distinguish strengths, and a final s the plural; whole words and punctuation make other names.
 */
export function isOneSlipApart(left: string, right: string, { least, otherLetter }: Slips): boolean {
  if (Math.abs(left.length - right.length) > 1) return false;
  const [ours, theirs] = [wordsOf(left), wordsOf(right)];
  if (ours.length !== theirs.length) return false;
  const different = ours.flatMap((word, at) => (word === theirs[at] ? [] : [[word, theirs[at] ?? ''] as const]));
  const [first] = different;
  if (first === undefined || different.length > 1) return false;
  const [one, other] = first;
  return Math.min(one.length, other.length) >= least && one !== `${other}s` && other !== `${one}s` && isSlip(one, other, otherLetter);
}

/** Characters of the longest name that is compared: a longer one is a note, and its keys would take time and memory by the square. */
const longest = 256;

/**
 * Returns keys of which two names that are one slip apart share at least one: each of their words unchanged, and without any one of its
 * letters. None for a text that is too long to be a name.
 */
export function slipKeys(name: string, { least }: Slips): readonly string[] {
  if (name.length > longest) return [];
  const words = wordsOf(name);
  return words.flatMap((word, at) => {
    if (word.length < least) return [];
    const before = words.slice(0, at).join(' ');
    const after = words.slice(at + 1).join(' ');
    const shortened = Array.from(word, (_, letter) => word.slice(0, letter) + word.slice(letter + 1));
    return [word, ...new Set(shortened)].map((one) => `${before}\0${one}\0${after}`);
  });
}

function wordsOf(name: string): readonly string[] {
  return name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

const letters = /^\p{L}*$/u;

function isSlip(left: string, right: string, otherLetter: boolean): boolean {
  const length = Math.min(left.length, right.length);
  let before = 0;
  while (before < length && left[before] === right[before]) before++;
  let after = 0;
  while (after < length - before && left.at(-1 - after) === right.at(-1 - after)) after++;
  const [one, other] = [left.slice(before, left.length - after), right.slice(before, right.length - after)];
  if (!letters.test(one) || !letters.test(other)) return false;
  if (one.length <= 1 && other.length <= 1) return otherLetter || one.length !== other.length;
  return one.length === 2 && other.length === 2 && one[0] === other[1] && one[1] === other[0];
}
