import { entryText, textsMade, type NumberedTexts } from '../columns/entry-columns.ts';
import { hmacSha256 } from './hmac-sha256.ts';

/** What a pseudonym stands for: the same value has another one for each. */
export type PseudonymOf = 'subject' | 'record' | 'case' | 'lesion';

/** Letters in front, which also keep spreadsheets from reading a number. */
const prefixes: Readonly<Record<PseudonymOf, string>> = { subject: 'P', record: 'R', case: 'C', lesion: 'L' };

/** Base 32 by Crockford: no I, L, O and U, which are taken for other signs. */
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Of 5 bits each: 65 bits, by which two of a million records are the same once in 70 million studies. */
const LENGTH = 13;

export type Pseudonyms = (of: PseudonymOf, value: string) => string;

/**
 * `P-7Q4ZK0V2M9XTB`: HMAC-SHA256 under the recipient's salt (32 bytes) over what it stands for, the study and the value. The same in
 * every export of a study for this recipient; nobody without the salt can say whose it is, or try out which value it stands for.
 */
export function createPseudonyms(salt: Uint8Array, study: string): Pseudonyms {
  const { room, sumOf } = hmacSha256(salt);
  const subjects = new Map<string, string>();
  const make: Pseudonyms = (of, value) => {
    const message = JSON.stringify([of, study, value]);
    // A UTF-16 unit takes three bytes at most.
    const bytes = room(message.length * 3).write(message);
    const pseudonym = Buffer.alloc(pseudonymBytes);
    putPseudonym(pseudonym, 0, of, sumOf(bytes));
    return pseudonym.toString('latin1');
  };
  return (of, value) => {
    if (of !== 'subject') return make(of, value);
    const known = subjects.get(value) ?? make(of, value);
    subjects.set(value, known);
    return known;
  };
}

/** The pseudonyms of numbered texts, under the same numbers. */
export type TextPseudonyms = (of: PseudonymOf, texts: NumberedTexts) => NumberedTexts;

/** The same for very many values, which stay bytes where they may: of a million ids strings would take as long as their sums. */
export function createTextPseudonyms(salt: Uint8Array, study: string, one: Pseudonyms): TextPseudonyms {
  return (of, texts) => {
    const { bytes: from, count, starts, occurring } = texts;
    if (!standAsTheyAre(occurring)) return textsMade(count, (number) => one(of, entryText(texts, number)));
    const before = `${JSON.stringify([of, study]).slice(0, -1)},"`;
    const { room, sumOf } = hmacSha256(salt);
    let longest = 0;
    for (let number = 1; number <= count; number++) longest = Math.max(longest, (starts[number + 1] ?? 0) - (starts[number] ?? 0));
    const message = room(before.length * 3 + longest + behind.length);
    const begin = message.write(before);
    const bytes = new Uint8Array(count * pseudonymBytes);
    for (let number = 1; number <= count; number++) {
      let end = begin;
      const to = starts[number + 1] ?? 0;
      for (let at = starts[number] ?? 0; at < to; at++) message[end++] = from[at] ?? 0;
      for (let at = 0; at < behind.length; at++) message[end++] = behind[at] ?? 0;
      putPseudonym(bytes, (number - 1) * pseudonymBytes, of, sumOf(end));
    }
    const begins = Uint32Array.from({ length: count + 2 }, (_, number) => Math.max(0, number - 1) * pseudonymBytes);
    return { bytes, starts: begins, count, occurring: marked };
  };
}

/** Whether JSON has texts of these bytes as they are. */
function standAsTheyAre(occurring: Uint8Array): boolean {
  return !occurring.some((occurs, byte) => occurs === 1 && (byte < 0x20 || byte > 0x7e || byte === 0x22 || byte === 0x5c));
}

/** Writes a pseudonym: a letter, a dash, and the first digits of a number that is this long, in Latin-1. */
function putPseudonym(bytes: Uint8Array, begin: number, of: PseudonymOf, number: string): void {
  bytes[begin] = prefixes[of].charCodeAt(0);
  bytes[begin + 1] = dash;
  let [held, bits, read] = [0, 0, 0];
  for (let at = begin + beforeDigits; at < begin + pseudonymBytes; at++) {
    if (bits < 5) {
      held = ((held << 8) | number.charCodeAt(read++)) & 0xfff;
      bits += 8;
    }
    bits -= 5;
    bytes[at] = digitBytes[(held >> bits) & 31] ?? 0;
  }
}

const beforeDigits = 2;
const pseudonymBytes = beforeDigits + LENGTH;
/** What ends a message. */
const behind = Uint8Array.from(Buffer.from('"]'));
const dash = '-'.charCodeAt(0);
const digitBytes = Uint8Array.from(digits, (digit) => digit.charCodeAt(0));
/** By byte, 1 where it may occur in a pseudonym. */
const marked = new Uint8Array(256);
for (const byte of [...digitBytes, ...Object.values(prefixes).map((prefix) => prefix.charCodeAt(0)), dash]) marked[byte] = 1;

/** Digits of which the value is a whole number of 30 bits. */
const comparedDigits = 6;

/** What the first digits of a pseudonym, which begins at a byte, come to: of two pseudonyms of one kind the lesser has the lesser, or the same. */
export function valueOfPseudonym(bytes: Uint8Array, begin: number): number {
  let value = 0;
  for (let at = begin + beforeDigits; at < begin + beforeDigits + comparedDigits; at++)
    value = (value << 5) | (digitValues[bytes[at] ?? 0] ?? 0);
  return value;
}

const digitValues = new Uint8Array(256);
for (let value = 0; value < digits.length; value++) digitValues[digits.charCodeAt(value)] = value;
