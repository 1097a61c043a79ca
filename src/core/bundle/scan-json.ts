import { AppError } from '../../shared/errors.ts';
import { limitExceeded, pageLimits } from './limits.ts';

/** Counts of a scan. The two flags are reset by callers that need them for a part of the text. */
export interface Tally {
  values: number;
  keys: number;
  /** There was a number whose digits JavaScript would not reproduce. */
  inexact: boolean;
  /** There was a `\u` escape of half a surrogate pair, which may be alone. */
  surrogate: boolean;
}

export const code = {
  quote: 0x22,
  backslash: 0x5c,
  comma: 0x2c,
  colon: 0x3a,
  minus: 0x2d,
  plus: 0x2b,
  point: 0x2e,
  zero: 0x30,
  nine: 0x39,
  openObject: 0x7b,
  closeObject: 0x7d,
  openArray: 0x5b,
  closeArray: 0x5d,
  less: 0x3c,
} as const;

/** A byte past the end reads as NUL, which JSON never allows, so no other check of the end is needed. */
const END = 0;
/** A decimal of at most this many characters is reproduced exactly (DBL_DIG is 15). */
const SAFE_DIGITS = 15;

export function notJson(at: number): AppError {
  return new AppError(
    'PROTOCOL',
    `The service's answer is not valid JSON (at byte ${at}). The earlier copy stays. Try again; if it happens again, tell the data provider.`,
  );
}

export function skipSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  for (;;) {
    const byte = bytes[at] ?? END;
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return at;
    at++;
  }
}

/**
 * Scans one JSON value, accepting exactly what JSON.parse accepts, and returns the offset after it. `depth`: number of enclosing
 * containers. Throws PROTOCOL and LIMIT.
 */
export function scanValue(bytes: Uint8Array, at: number, depth: number, tally: Tally): number {
  if (++tally.values > pageLimits.values) throw limitExceeded('values');
  switch (bytes[at] ?? END) {
    case code.quote:
      return scanString(bytes, at, tally);
    case code.openObject:
      return scanObject(bytes, at, depth + 1, tally);
    case code.openArray:
      return scanArray(bytes, at, depth + 1, tally);
    case 0x74:
      return scanLiteral(bytes, at, 'true');
    case 0x66:
      return scanLiteral(bytes, at, 'false');
    case 0x6e:
      return scanLiteral(bytes, at, 'null');
    default:
      return scanNumber(bytes, at, tally);
  }
}

function scanObject(bytes: Uint8Array, at: number, depth: number, tally: Tally): number {
  if (depth > pageLimits.depth) throw limitExceeded('depth');
  let next = skipSpace(bytes, at + 1);
  if (bytes[next] === code.closeObject) return next + 1;
  for (;;) {
    next = skipSpace(bytes, scanValue(bytes, scanKey(bytes, next, tally), depth, tally));
    const byte = bytes[next] ?? END;
    if (byte === code.closeObject) return next + 1;
    if (byte !== code.comma) throw notJson(next);
    next = skipSpace(bytes, next + 1);
  }
}

function scanArray(bytes: Uint8Array, at: number, depth: number, tally: Tally): number {
  if (depth > pageLimits.depth) throw limitExceeded('depth');
  let next = skipSpace(bytes, at + 1);
  if (bytes[next] === code.closeArray) return next + 1;
  for (;;) {
    next = skipSpace(bytes, scanValue(bytes, next, depth, tally));
    const byte = bytes[next] ?? END;
    if (byte === code.closeArray) return next + 1;
    if (byte !== code.comma) throw notJson(next);
    next = skipSpace(bytes, next + 1);
  }
}

/** Scans `"name" :` and returns the offset of the value. */
export function scanKey(bytes: Uint8Array, at: number, tally: Tally): number {
  if (bytes[at] !== code.quote) throw notJson(at);
  const end = scanString(bytes, at, tally);
  if (end - at - 2 > pageLimits.key) throw limitExceeded('key');
  tally.keys++;
  const colon = skipSpace(bytes, end);
  if (bytes[colon] !== code.colon) throw notJson(colon);
  return skipSpace(bytes, colon + 1);
}

function scanString(bytes: Uint8Array, at: number, tally: Tally): number {
  let next = at + 1;
  for (;;) {
    // Nearly all bytes of a text are plain ones; this loop dominates a scan.
    let byte = bytes[next] ?? END;
    while (byte > code.quote && byte !== code.backslash) byte = bytes[++next] ?? END;
    if (byte === code.quote) break;
    if (byte === code.backslash) next = scanEscape(bytes, next, tally);
    else if (byte < 0x20) throw notJson(next);
    else next++;
  }
  if (next - at - 1 > pageLimits.string) throw limitExceeded('string');
  return next + 1;
}

function scanEscape(bytes: Uint8Array, at: number, tally: Tally): number {
  const byte = bytes[at + 1] ?? END;
  if (byte !== 0x75) {
    if (!'"\\/bfnrt'.includes(String.fromCharCode(byte))) throw notJson(at);
    return at + 2;
  }
  for (let digit = at + 2; digit < at + 6; digit++) if (!isHexDigit(bytes[digit] ?? END)) throw notJson(digit);
  // D800 to DFFF: halves of a surrogate pair.
  if (((bytes[at + 2] ?? END) | 0x20) === 0x64 && (bytes[at + 3] ?? END) >= 0x38) tally.surrogate = true;
  return at + 6;
}

function isHexDigit(byte: number): boolean {
  return (byte >= code.zero && byte <= code.nine) || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66);
}

function scanLiteral(bytes: Uint8Array, at: number, literal: string): number {
  for (let index = 0; index < literal.length; index++) if (bytes[at + index] !== literal.charCodeAt(index)) throw notJson(at + index);
  return at + literal.length;
}

export function scanNumber(bytes: Uint8Array, at: number, tally: Tally): number {
  const first = bytes[at] === code.minus ? at + 1 : at;
  const point = bytes[first] === code.zero ? first + 1 : scanDigits(bytes, first);
  let end = point;
  if (bytes[point] === code.point) end = scanDigits(bytes, point + 1);
  // Trailing zeros of a fraction, a leading zero after a minus, and fractions small enough for an exponent.
  let suspect =
    (end > point && bytes[end - 1] === code.zero) || (bytes[first] === code.zero && (first > at || bytes[first + 2] === code.zero));
  if (((bytes[end] ?? END) | 0x20) === 0x65) {
    const sign = bytes[end + 1] ?? END;
    end = scanDigits(bytes, sign === code.plus || sign === code.minus ? end + 2 : end + 1);
    suspect = true;
  }
  if (end - at > pageLimits.string) throw limitExceeded('string');
  if (suspect || end - at > SAFE_DIGITS) tally.inexact ||= !isWrittenThatWay(bytes, at, end);
  return end;
}

function isWrittenThatWay(bytes: Uint8Array, start: number, end: number): boolean {
  // Longer than any number that JavaScript writes.
  if (end - start > 400) return false;
  const text = String.fromCharCode(...bytes.subarray(start, end));
  return String(Number(text)) === text;
}

function scanDigits(bytes: Uint8Array, from: number): number {
  let at = from;
  for (;;) {
    const byte = bytes[at] ?? END;
    if (byte < code.zero || byte > code.nine) break;
    at++;
  }
  if (at === from) throw notJson(at);
  return at;
}
