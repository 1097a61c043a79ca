import { memoize } from '../derive/memoize.ts';
import type { SpellingRow } from './spelling-row.ts';
import { countedTests, standardUnitOf } from './standard-units.ts';
import { parseUcum, type Quantity } from './ucum.ts';
import { unitParts } from './unit-spellings.ts';
import { wholeUnits } from './whole-unit-spellings.ts';

/** A unit that is understood. */
export interface Unit {
  /** UCUM, case-sensitive form. */
  readonly code: string;
  readonly quantity: Quantity;
}

/**
 * Reads a unit's text as sent; null if its meaning is not certain. `test`: the test code, which resolves ambiguous spellings (`G/L` of
 * platelets is 10*9/L, of albumin g/L).
 */
export function readUnit(text: string, test: string | null = null): Unit | null {
  if (text.length > LONGEST) return null;
  if (GIGA.test(text)) return countedTests.has(test ?? '') ? readKnown('10*9/L') : isWeighed(test) ? readKnown('g/L') : null;
  return readKnown(text);
}

/** Whether results of the test are mass concentrations. */
function isWeighed(test: string | null): boolean {
  return standardUnitOf(test, 'conventional')?.startsWith('g/') === true;
}

/** Numbers, which are valid UCUM but not a laboratory unit; 1 is excluded. */
const BARE_NUMBER = /^(?!1$)[\d.,]+$/;
/** Longer texts are notes, not units. */
const LONGEST = 60;
/** Giga per liter (of cells), or gram per liter in capital letters; only the test can tell. */
const GIGA = /^\s*G\s*\/\s*[lL]\s*$/;

const readKnown = memoize((text: string): Unit | null => {
  const simple = simplify(text);
  if (BARE_NUMBER.test(simple)) return null;
  const whole = wholes.get(simple.toLowerCase());
  const code = whole ?? molar(simple) ?? fromParts(simple) ?? simple;
  const quantity = parseUcum(code);
  return quantity === null ? null : { code, quantity };
});

/** The UCUM code of a unit's text, or null if it is not understood; for lists of units. */
export function unitReading(text: string, test: string | null = null): string | null {
  return readUnit(text, test)?.code ?? null;
}

/**
 * Whether a text says that a number has no unit. Such a text is treated like a missing unit, because the number may be a percentage or a
 * fraction.
 */
export function saysNoUnit(text: string): boolean {
  return /^(?:no units?|none|unitless|dimensionless|n\/?a|)$/i.test(text.trim());
}

/** Whether two units mean the same, such as `10*3/uL` and `10*9/L`. */
export function sameUnit(left: Unit, right: Unit): boolean {
  const [one, other] = [left.quantity, right.quantity];
  if (one.dimension !== other.dimension) return false;
  return Math.abs((one.mantissa / other.mantissa) * 10 ** (one.exponent - other.exponent) - 1) < 1e-12;
}

const superscripts: Readonly<Record<string, string>> = {
  ...{ '⁰': '0', '¹': '1', '²': '2', '³': '3', '⁴': '4', '⁵': '5', '⁶': '6', '⁷': '7', '⁸': '8', '⁹': '9', '⁻': '-', '⁺': '+' },
};

/** Normalizes signs that are written in several ways (micro, powers, multiplication, division) and removes enclosing brackets. */
function simplify(text: string): string {
  const plain = text
    .replace(/[⁰¹²³⁴-⁹⁺⁻]+/g, (power) => `^${power.replace(/./g, (digit) => superscripts[digit] ?? '')}`)
    .replace(/[º˚]/g, '°')
    .normalize('NFKC')
    .replace(/[\u00b5\u03bc]/g, 'u')
    .replace(/[×✕]/g, 'x')
    .replace(/[·⋅∙•]/g, '.')
    .replace(/[∗]/g, '*')
    .replace(/[⁄∕÷]/g, '/')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\u200b-\u200d\ufeff]/g, '')
    .replace(/\s+per\s+/gi, '/')
    .replace(/\s+/g, ' ')
    .trim();
  const [, within] = /^[([]([^()[\]]*\/[^()[\]]*)[)\]]$/.exec(plain) ?? [];
  return (within ?? plain).trim();
}

function lookup(rows: readonly SpellingRow[]): ReadonlyMap<string, string> {
  return new Map(rows.flatMap(({ code, spellings }) => [code.toLowerCase(), ...spellings].map((one) => [one, code] as const)));
}

const wholes = lookup(wholeUnits);
const parts = new Map([
  ...lookup(unitParts),
  ...units('g', ['', 'k', 'm', 'u', 'n', 'p', 'f']),
  ...units('mol', ['', 'm', 'u', 'n', 'p', 'f']),
]);

function units(unit: string, prefixes: readonly string[]): readonly (readonly [string, string])[] {
  return prefixes.map((prefix) => [prefix + unit, prefix + unit] as const);
}

/** mM, µM, nM, pM, also followed by a redundant liter: moles per liter. In lowercase it is a length. */
function molar(simple: string): string | null {
  const [, prefix] = /^([munp])M(?:\/[lL])?$/.exec(simple) ?? [];
  return prefix === undefined ? null : `${prefix}mol/L`;
}

/** A power of ten before a volume: 10^3, x10E3, 10**3, 10 3, 10x3, 10(3), 1e3, x103. */
const POWER_OF_TEN = /^(?:x ?)?10 ?(?:\^|\*\*?|e\+?|x|exp|\(| )? ?0?(3|6|9|12)\)?$|^1(?:\.0+)?e\+?0?(3|6|9|12)$/;

/** A suffix of a part that says what is counted; it does not change the number. */
const COUNTED =
  /[ .]?(?:\{[^{}]*\}|\(?(?:cells?|wbcs?|rbcs?|leukocytes|plts?|copies|fe|h2o|water|creat|crea|creatinine|protein|hb|hgb|ddu|feu)\)?)$/;

/** Reads the parts between slashes, as laboratories write them; null if a part is unknown. */
function fromParts(simple: string): string | null {
  const text = inverse(simple).toLowerCase();
  const written = text.split('/').map((part) => part.trim());
  const codes = written.map((part, at) => (part === '' && at === 0 ? '' : at === 0 ? numerator(part, written) : denominator(part)));
  if (codes.some((code) => code === null) || codes.length > 3 || codes.join('') === '') return null;
  return codes.join('/');
}

/** "mmol l-1" and "mmol.L^-1" are mmol/L. */
function inverse(simple: string): string {
  return simple.replace(/[ .]([A-Za-z]+)\^?-1(?![\d.])/g, '/$1');
}

function numerator(part: string, [, volume = '']: readonly string[]): string | null {
  // Million cells: a length per volume does not occur.
  if (part === 'm' && denominator(volume) === 'uL') return '10*6';
  return partCode(part);
}

function denominator(part: string): string | null {
  return partCode(part);
}

function partCode(part: string): string | null {
  const known = parts.get(part) ?? parts.get(part.replace(/ /g, ''));
  if (known !== undefined) return known;
  const [, first, second] = POWER_OF_TEN.exec(part) ?? [];
  const power = first ?? second;
  if (power !== undefined) return `10*${power}`;
  const bare = part.replace(COUNTED, '').trim();
  if (bare === part) return wholes.get(part) ?? null;
  const [, telling] = /(feu|ddu)\)?\}?$/.exec(part) ?? [];
  const code = bare === '' ? '1' : partCode(bare);
  return code === null || telling === undefined ? code : `${code}{${telling.toUpperCase()}}`;
}

/** The meaning of a unit's text, for grouping: equal texts for equal units. A text that is not understood stands for itself. */
export function unitMeaning(text: string, test: string | null = null): string {
  const unit = readUnit(text, test);
  if (unit === null) return `"${text.trim().replace(/\s+/g, ' ')}"`;
  const { dimension, mantissa, exponent } = unit.quantity;
  return `${dimension} ${Number(`${String(mantissa)}e${String(exponent)}`).toPrecision(12)}`;
}
