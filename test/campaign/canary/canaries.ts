import { randomBytes } from 'node:crypto';
import type { Secret } from './needles.ts';

/** The secrets of one run: texts that occur nowhere else on this computer. */
export interface Canaries {
  /** Part of every text that is planted in a record. */
  readonly field: string;
  /** Numeric values of records; each has twelve digits before the decimal point. */
  readonly numbers: readonly number[];
  readonly study: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly token: string;
  readonly passphrase: string;
  readonly newPassphrase: string;
  readonly packPassphrase: string;
  readonly secrets: readonly Secret[];
}

const studyNumber = 'the number of a study';
const client = 'the client id';
/** Secrets that a person passes to the command line as arguments, and that a saved audit trail names. */
export const named: readonly string[] = [studyNumber, client];

const NUMBERS = 8;

export function makeCanaries(): Canaries {
  const field = marker();
  const numbers = Array.from({ length: NUMBERS }, () => Number(`${String(9 - ((randomBytes(1)[0] ?? 0) % 9))}${digits(11)}.${digits(2)}5`));
  const texts = {
    clientId: `client-${marker()}`,
    clientSecret: `secret-${marker()}`,
    token: `token-${marker()}`,
    passphrase: `four quiet ${marker()} desks`,
    newPassphrase: `five quiet ${marker()} desks`,
    packPassphrase: `six quiet ${marker()} desks`,
    study: `22-${marker()}`,
  };
  const texted: readonly (readonly [string, string])[] = [
    ['a value of a record', field],
    [client, texts.clientId],
    ['the client secret', texts.clientSecret],
    ['an access token', texts.token],
    ['the passphrase', texts.passphrase],
    ['the new passphrase', texts.newPassphrase],
    ['the passphrase of a site pack', texts.packPassphrase],
    [studyNumber, texts.study],
  ];
  const secrets = [
    ...texted.map(([what, text]) => ({ what, value: markerIn(text) })),
    ...numbers.map((number) => ({ what: 'a number of a record', value: String(number) })),
    ...numbers.flatMap((number) => [true, false].map((big) => ({ what: 'a number of a record', value: doubleOf(number, big) }))),
  ];
  return { field, numbers, ...texts, secrets };
}

/** The `at`-th of the unique texts. */
export function canaryAt({ field }: Pick<Canaries, 'field'>, at: number): string {
  return `${field}${String(at).padStart(4, '0')}`;
}

/** Eight random letters. */
function marker(): string {
  return [...randomBytes(8)].map((byte) => String.fromCharCode(65 + (byte % 26))).join('');
}

/** The part of a text to search for: what surrounds it may be split off. */
function markerIn(text: string): string {
  const found = /[A-Z]{8}/.exec(text)?.[0];
  if (found === undefined) throw new TypeError('This text holds no marker.');
  return found;
}

function digits(count: number): string {
  return [...randomBytes(count)].map((byte) => String(byte % 10)).join('');
}

function doubleOf(number: number, big: boolean): Buffer {
  const bytes = Buffer.alloc(8);
  if (big) bytes.writeDoubleBE(number);
  else bytes.writeDoubleLE(number);
  return bytes;
}
