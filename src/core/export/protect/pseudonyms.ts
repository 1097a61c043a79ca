import { entryText, textsMade, type NumberedTexts } from '../columns/entry-columns.ts';
import { hmacSha256 } from './hmac-sha256.ts';

/** What a pseudonym stands for; the same value has a different pseudonym for each kind. */
export type PseudonymOf = 'subject' | 'record' | 'case' | 'lesion';

/** Leading letters, which also keep spreadsheets from reading a number. */
const prefixes: Readonly<Record<PseudonymOf, string>> = { subject: 'P', record: 'R', case: 'C', lesion: 'L' };

/** Crockford's Base 32: no I, L, O and U, which are mistaken for other characters. */
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Digits of 5 bits each: 65 bits, so that two of a million records collide once in 70 million studies. */
const LENGTH = 13;

export type Pseudonyms = (of: PseudonymOf, value: string) => string;

/**
 * `P-7Q4ZK0V2M9XTB`: HMAC-SHA256 under the recipient's salt (32 bytes) over the kind, the study and the value. It is the same in every
 * export of a study for this recipient. Without the salt nobody can tell whose it is, or test which value it stands for.
 */
export function createPseudonyms(salt: Uint8Array, study: string): Pseudonyms {
  const { room, sumOf } = hmacSha256(salt);
  const subjects = new Map<string, string>();
  const make: Pseudonyms = (of, value) => {
    const message = JSON.stringify([of, study, value]);
    // A UTF-16 unit takes at most three bytes.
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

/** Returns the pseudonyms of numbered texts, under the same numbers. */
export type TextPseudonyms = (of: PseudonymOf, texts: NumberedTexts) => NumberedTexts;

/** The same for very many values, which stay bytes where possible: for a million ids, creating strings would take as long as the HMACs. */
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

/** Whether JSON represents texts of these bytes unchanged. */
function standAsTheyAre(occurring: Uint8Array): boolean {
  return !occurring.some((occurs, byte) => occurs === 1 && (byte < 0x20 || byte > 0x7e || byte === 0x22 || byte === 0x5c));
}

/** Writes a pseudonym: a letter, a dash, and the first digits of a Latin-1 encoded number. */
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
/** The end of a message. */
const behind = Uint8Array.from(Buffer.from('"]'));
const dash = '-'.charCodeAt(0);
const digitBytes = Uint8Array.from(digits, (digit) => digit.charCodeAt(0));
/** By byte: 1 if it may occur in a pseudonym. */
const marked = new Uint8Array(256);
for (const byte of [...digitBytes, ...Object.values(prefixes).map((prefix) => prefix.charCodeAt(0)), dash]) marked[byte] = 1;

/** Digits whose value fits an integer of 30 bits. */
const comparedDigits = 6;

/** Returns the value of the first digits of the pseudonym at `begin`. For pseudonyms of one kind it never contradicts their order. */
export function valueOfPseudonym(bytes: Uint8Array, begin: number): number {
  let value = 0;
  for (let at = begin + beforeDigits; at < begin + beforeDigits + comparedDigits; at++)
    value = (value << 5) | (digitValues[bytes[at] ?? 0] ?? 0);
  return value;
}

const digitValues = new Uint8Array(256);
for (let value = 0; value < digits.length; value++) digitValues[digits.charCodeAt(value)] = value;
