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
  const macOf = hmacSha256(salt);
  const subjects = new Map<string, string>();
  const make: Pseudonyms = (of, value) => {
    return `${prefixes[of]}-${base32(Buffer.from(macOf(JSON.stringify([of, study, value])), 'hex'))}`;
  };
  return (of, value) => {
    if (of !== 'subject') return make(of, value);
    const known = subjects.get(value) ?? make(of, value);
    subjects.set(value, known);
    return known;
  };
}

/** The first digits of a number that is this long. */
function base32(bytes: Buffer): string {
  let text = '';
  for (let at = 0; at < LENGTH; at++) {
    const bit = at * 5;
    const pair = bytes.readUInt16BE(bit >> 3);
    text += digits.charAt((pair >> (11 - (bit & 7))) & 31);
  }
  return text;
}

/** Digits of which the value is a whole number that a double holds. */
const comparedDigits = 10;
const beforeDigits = 2;

/** What the first digits of a pseudonym, which begins at a byte, come to: of two pseudonyms of one kind the lesser has the lesser, or the same. */
export function valueOfPseudonym(bytes: Uint8Array, begin: number): number {
  let value = 0;
  for (let at = begin + beforeDigits; at < begin + beforeDigits + comparedDigits; at++)
    value = value * 32 + (digitValues[bytes[at] ?? 0] ?? 0);
  return value;
}

const digitValues = new Uint8Array(256);
for (let value = 0; value < digits.length; value++) digitValues[digits.charCodeAt(value)] = value;
