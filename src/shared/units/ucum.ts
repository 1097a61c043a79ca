import { compareTexts } from '../compare-texts.ts';

/**
 * The meaning of a UCUM code: `mantissa` × 10^`exponent` of the base units of `dimension`. Powers of ten are separate, so that they stay
 * exact.
 */
export interface Quantity {
  readonly mantissa: number;
  readonly exponent: number;
  /** The base units with their powers, sorted: "g1.m-3"; empty for a plain number. Quantities with the same dimension can be converted. */
  readonly dimension: string;
}

interface Terms {
  readonly mantissa: number;
  readonly exponent: number;
  readonly powers: ReadonlyMap<string, number>;
}

type Atom = readonly [mantissa: number, exponent: number, powers: Readonly<Record<string, number>>];

/** Units that accept a prefix. Each one that UCUM has is checked against `@lhncbc/ucum-lhc` (test/unit/units/ucum.test.ts). */
const metric: Readonly<Record<string, Atom>> = {
  g: [1, 0, { g: 1 }],
  m: [1, 0, { m: 1 }],
  s: [1, 0, { s: 1 }],
  L: [1, -3, { m: 3 }],
  l: [1, -3, { m: 3 }],
  mol: [1, 0, { mol: 1 }],
  osm: [1, 0, { mol: 1 }],
  eq: [1, 0, { eq: 1 }],
  kat: [1, 0, { mol: 1, s: -1 }],
  // The unit of enzyme activity: 1 µmol per minute.
  U: [1 / 60, -6, { mol: 1, s: -1 }],
  // The international unit of an enzyme equals U, and laboratories use both for the same. For anything else neither converts.
  '[IU]': [1 / 60, -6, { mol: 1, s: -1 }],
  '[iU]': [1 / 60, -6, { mol: 1, s: -1 }],
  Pa: [1, 3, { g: 1, m: -1, s: -2 }],
  'm[Hg]': [133.322, 6, { g: 1, m: -1, s: -2 }],
  'm[H2O]': [9.80665, 6, { g: 1, m: -1, s: -2 }],
};

const plain: Readonly<Record<string, Atom>> = {
  '%': [1, -2, {}],
  min: [6, 1, { s: 1 }],
  h: [3.6, 3, { s: 1 }],
  d: [8.64, 4, { s: 1 }],
  wk: [6.048, 5, { s: 1 }],
  a: [3.15576, 7, { s: 1 }],
  '[in_i]': [2.54, -2, { m: 1 }],
  '[ft_i]': [3.048, -1, { m: 1 }],
  '[lb_av]': [4.5359237, 2, { g: 1 }],
  '[oz_av]': [2.8349523125, 1, { g: 1 }],
  // Scales with their own zero cannot be combined with other units; `temperature` in convert-unit.ts converts them.
  Cel: [1, 0, { Cel: 1 }],
  '[degF]': [1, 0, { '[degF]': 1 }],
  // A plain number in UCUM, but laboratories mean the scale.
  '[pH]': [1, 0, {}],
  // Arbitrary units convert only to themselves.
  '[HPF]': [1, 0, { '[HPF]': 1 }],
  '[LPF]': [1, 0, { '[LPF]': 1 }],
  '[CFU]': [1, 0, { '[CFU]': 1 }],
  '[AU]': [1, 0, { '[AU]': 1 }],
};

/** None above kilo: laboratories write `MU/L` and `Mmol/L` for milli, never mega (spellings of laboratories are read first). */
const prefixes: Readonly<Record<string, number>> = { k: 3, h: 2, d: -1, c: -2, m: -3, u: -6, n: -9, p: -12, f: -15, a: -18 };

/** Annotations that mean a different kind of measurement with different numbers. UCUM itself gives annotations no meaning. */
const tellingAnnotations = new Set(['{1.73_m2}', '{FEU}', '{DDU}']);

const COMPONENT =
  /^(\(.+\)|\{[^{}]*\}|10[*^][-+]?\d{1,2}|\d{1,9}|(?:\[[^\]]+\]|[A-Za-z%])(?:\[[^\]]+\]|[A-Za-z%])*)([-+]?\d)?((?:\{[^{}]*\})*)$/;

/** Reads a UCUM code (case-sensitive form) with the units that laboratories use; null if it is invalid or has other units. */
export function parseUcum(code: string): Quantity | null {
  const terms = code.length > 60 ? null : readTerm(code);
  if (terms === null) return null;
  const powers = [...terms.powers].filter(([, power]) => power !== 0).sort(([left], [right]) => compareTexts(left, right));
  // A scale with its own zero cannot be multiplied.
  if (powers.some(([name]) => name === 'Cel' || name === '[degF]') && (powers.length > 1 || powers[0]?.[1] !== 1)) return null;
  const dimension = powers.map(([name, power]) => `${name}${String(power)}`).join('.');
  return { mantissa: terms.mantissa, exponent: terms.exponent, dimension };
}

/** Multiplies and divides components from left to right. */
function readTerm(code: string): Terms | null {
  let product: Terms = { mantissa: 1, exponent: 0, powers: new Map() };
  const parts = splitTerm(code);
  if (parts === null) return null;
  for (const { divides, text } of parts) {
    const component = readComponent(text);
    if (component === null) return null;
    product = multiply(product, component, divides ? -1 : 1);
  }
  return product;
}

interface Part {
  readonly divides: boolean;
  readonly text: string;
}

/** Splits at dots and slashes outside brackets; null if one has nothing on its right. */
function splitTerm(code: string): readonly Part[] | null {
  const parts: Part[] = [];
  let [depth, divides, text] = [0, false, ''];
  for (const letter of code) {
    if ('([{'.includes(letter)) depth++;
    if (')]}'.includes(letter)) depth--;
    if (depth > 0 || (letter !== '.' && letter !== '/')) {
      text += letter;
      continue;
    }
    if (text !== '') parts.push({ divides, text });
    else if (letter === '.' || parts.length > 0 || divides) return null;
    [divides, text] = [letter === '/', ''];
  }
  if (text === '' || depth !== 0) return null;
  return [...parts, { divides, text }];
}

function readComponent(text: string): Terms | null {
  const [, body = '', power = '1', annotations = ''] = COMPONENT.exec(text) ?? [];
  if (body === '') return null;
  const base = readBody(body);
  if (base === null) return null;
  const reported = [...(body.startsWith('{') ? [body] : []), ...(annotations.match(/\{[^{}]*\}/g) ?? [])];
  const labels = new Map(reported.filter((one) => tellingAnnotations.has(one)).map((one) => [one, 1]));
  return multiply(
    multiply({ mantissa: 1, exponent: 0, powers: new Map() }, base, Number(power)),
    { mantissa: 1, exponent: 0, powers: labels },
    1,
  );
}

function readBody(body: string): Terms | null {
  if (body.startsWith('(')) return readTerm(body.slice(1, -1));
  if (body.startsWith('{')) return { mantissa: 1, exponent: 0, powers: new Map() };
  if (/^10[*^]/.test(body)) return { mantissa: 1, exponent: Number(body.slice(3)), powers: new Map() };
  if (/^\d/.test(body)) return Number(body) === 0 ? null : { mantissa: Number(body), exponent: 0, powers: new Map() };
  const atom = atomOf(plain, body) ?? atomOf(metric, body);
  if (atom !== null) return termsOf(atom, 0);
  const prefix = Object.hasOwn(prefixes, body.charAt(0)) ? prefixes[body.charAt(0)] : undefined;
  const prefixed = atomOf(metric, body.slice(1));
  return prefix === undefined || prefixed === null ? null : termsOf(prefixed, prefix);
}

function atomOf(atoms: Readonly<Record<string, Atom>>, name: string): Atom | null {
  return Object.hasOwn(atoms, name) ? (atoms[name] ?? null) : null;
}

function termsOf([mantissa, exponent, powers]: Atom, prefix: number): Terms {
  return { mantissa, exponent: exponent + prefix, powers: new Map(Object.entries(powers)) };
}

/** `left` × `right`^`power`. */
function multiply(left: Terms, right: Terms, power: number): Terms {
  const powers = new Map(left.powers);
  for (const [name, its] of right.powers) powers.set(name, (powers.get(name) ?? 0) + its * power);
  return { mantissa: left.mantissa * right.mantissa ** power, exponent: left.exponent + right.exponent * power, powers };
}

/** How many `to` make one `from`; both must have the same dimension. */
export function factorBetween(from: Quantity, to: Quantity): number {
  const exponent = from.exponent - to.exponent;
  const mantissa = from.mantissa / to.mantissa;
  return exponent >= 0 ? mantissa * 10 ** exponent : mantissa / 10 ** -exponent;
}
