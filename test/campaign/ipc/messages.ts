import { contract, type CallName } from '../../../src/shared/contract.ts';
import { seeded } from '../shim/random.ts';
import { conforms, hasPattern, shapes, type Shape } from './shapes.ts';

/** One message as a page might send it. */
export interface Message {
  readonly name: string;
  readonly input: unknown;
  /** Whether a call of that name accepts the input. */
  readonly fits: boolean;
}

/** Returns a whole number below a bound. */
export type Random = (below: number) => number;

/** The same numbers for the same seed. */
export function randomOf(seed: number): Random {
  const random = seeded(seed);
  return (below) => Math.floor(random() * below);
}

export const callNames = Object.keys(contract) as readonly CallName[];

const strangeNames = [
  '',
  'toString',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'app.state ',
  'APP.STATE',
  'rows.page\0',
  'x'.repeat(5000),
];

/** A message that is valid for a call, or invalid: a part is missing, of another type, too long, repeated or additional. */
export function makeMessage(random: Random): Message {
  if (random(20) === 0) return { name: pick(strangeNames, random), input: strange(random), fits: false };
  const name = pick(callNames, random);
  const shape = shapes[name];
  let input = random(12) === 0 ? strange(random) : sample(shape, random);
  for (let changes = random(3); changes > 0; changes -= 1) input = spoil(input, random);
  return { name, input, fits: conforms(shape, input) };
}

/** A value of a shape. */
function sample(shape: Shape | null, random: Random): unknown {
  if (shape === null) return undefined;
  const kinds = shape.anyOf ?? shape.oneOf;
  if (kinds !== undefined) return sample(pick(kinds, random), random);
  if (shape.enum !== undefined) return pick(shape.enum, random);
  if ('const' in shape) return shape.const;
  switch (shape.type) {
    case 'boolean':
      return random(2) === 0;
    case 'integer':
    case 'number':
      return Math.max(shape.minimum ?? 0, Math.min(shape.maximum ?? 1000, random(1000)));
    case 'string':
      if (shape.format === 'date-time') return '2026-03-01T09:30:00Z';
      if (shape.pattern !== undefined) return patterned(shape.pattern);
      return pick(texts, random)
        .padEnd(shape.minLength ?? 0, 'x')
        .slice(0, shape.maxLength);
    case 'array':
      return Array.from({ length: Math.max(shape.minItems ?? 0, random(3)) }, () => sample(shape.items ?? null, random));
    case 'object':
      return Object.fromEntries(
        Object.entries(shape.properties ?? {})
          .filter(([name]) => shape.required?.includes(name) === true || random(2) === 0)
          .map(([name, part]) => [name, sample(part, random)]),
      );
    default:
      return null;
  }
}

/** A text that matches a pattern of the contract. */
function patterned(pattern: string): string {
  const text = patternedTexts.find((one) => hasPattern(pattern, one));
  if (text === undefined) throw new Error(`No text is known that has the pattern ${pattern}.`);
  return text;
}

const patternedTexts = [
  '2026-12-24',
  'waterfall',
  '0f8fad5b-d9cb-469f-a165-70867728950e',
  '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  'ALT',
  'TWFueSBoYW5kcyBtYWtlIGxpZ2h0IHdvcmsuIE1hbnk=',
  'worker.ts:12:34',
  'sync.start',
] as const;

const texts = [
  '',
  '22-001',
  'labs',
  'a',
  '../../etc/passwd',
  "'; DROP TABLE labs_row; --",
  '<img src=x onerror=alert(1)>',
  'é\u202e\u0000',
  'https://evil.example/',
];

/** The value with one of its parts changed, at any depth. */
function spoil(value: unknown, random: Random): unknown {
  if (typeof value !== 'object' || value === null || random(4) === 0) return strange(random);
  if (Array.isArray(value)) {
    const list: unknown[] = [...(value as unknown[])];
    if (list.length === 0 || random(3) === 0)
      return random(20) === 0 ? Array.from({ length: 250_000 }, () => 'x') : [...list, strange(random)];
    const place = random(list.length);
    list[place] = spoil(list[place], random);
    return list;
  }
  const entries = Object.entries(value);
  const name = entries[random(entries.length)]?.[0];
  if (name === undefined || random(3) === 0) return Object.fromEntries([...entries, [pick(keys, random), strange(random)]]);
  if (random(3) === 0) return Object.fromEntries(entries.filter(([key]) => key !== name));
  return Object.fromEntries(entries.map(([key, part]) => [key, key === name ? spoil(part, random) : part]));
}

const keys = ['extra', '__proto__', 'constructor', 'path', 'sql', 'toJSON', 'then'] as const;

/** A value that is valid nowhere, or only by chance. All of them can be sent. */
function strange(random: Random): unknown {
  return pick(strangers, random)(random);
}

const strangers: readonly ((random: Random) => unknown)[] = [
  () => undefined,
  () => null,
  () => Number.NaN,
  () => Number.POSITIVE_INFINITY,
  () => -1,
  () => 0.5,
  () => 2 ** 53,
  () => true,
  () => '',
  (random) => pick(texts, random),
  (random) => 'x'.repeat(pick([129, 513, 4097, 1_000_001], random)),
  () => [],
  () => ({}),
  () => [[[[[[]]]]]],
  () => new Date(0),
  () => new Map([['study', '22-001']]),
  () => new Set(['x']),
  () => new Uint8Array(64),
  () => new Error('no error'),
  () => /x/,
  () => 10n,
  () => Array.from({ length: 500 }).reduce<unknown>((inner) => ({ inner }), null),
  () => JSON.parse('{"__proto__": {"polluted": true}}') as unknown,
];

function pick<T>(list: readonly T[], random: Random): T {
  return list[random(list.length)] as T;
}
