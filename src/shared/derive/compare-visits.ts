import { conversionBetween, convert } from '../units/convert-unit.ts';
import { readUnit, unitMeaning } from '../units/read-unit.ts';
import { isSameVisit } from './anchor-visits.ts';

/** A result to compare with another one of the same subject and test. */
export interface ComparedResult {
  readonly subject: string;
  readonly test: string;
  /** LBTESTCD or VSTESTCD, whose substance determines the conversions; null without one. */
  readonly code: string | null;
  readonly visit: string;
  readonly collected: string | null;
  /** Milliseconds of wall-clock time; null without a readable date. */
  readonly at: number | null;
  /** As received. */
  readonly result: string | null;
  /** Null unless it is a plain number. */
  readonly value: number | null;
  readonly unit: string | null;
  readonly flag: string | null;
  /** The result in the standard unit of the test, if known. */
  readonly standard: number | null;
  readonly standardUnit: string | null;
}

/** One subject and test at two visits. `a`, `b`: the result that is used at each; null if there is none. */
export interface ComparedVisits {
  readonly subject: string;
  readonly test: string;
  readonly a: ComparedResult | null;
  readonly b: ComparedResult | null;
  /** Number of results at each visit. */
  readonly resultsA: number;
  readonly resultsB: number;
  /** From A to B in `unit`; null if one is missing or not a plain number, or the units cannot be compared. */
  readonly change: number | null;
  /** Null if A is 0. */
  readonly percent: number | null;
  /** The unit of the change; empty if the results have none. */
  readonly unit: string | null;
  /** Whether A was converted for the comparison. */
  readonly isConverted: boolean;
  /** "NORMAL to HIGH"; null if either has no flag. */
  readonly shift: string | null;
}

export interface Comparison {
  readonly rows: readonly ComparedVisits[];
  /** Numbers of subjects with results of the tests at both visits, and at only one. */
  readonly both: number;
  readonly onlyA: number;
  readonly onlyB: number;
  /** Pairs of results without a change: one of them is not a plain number, or their units cannot be compared. */
  readonly noNumber: number;
  readonly otherUnits: number;
  /** Pairs with different units: A was converted to the unit of B, or both to the standard unit. */
  readonly converted: number;
  /** Rows with several results at a visit; the last by date is used. */
  readonly several: number;
}

/**
 * Compares two visits: for each subject and test, the last result by date at each, in the given order of subjects and tests. Spellings of
 * the same visit count as one. If the units differ, A is converted to the unit of B; otherwise standard units are compared.
 */
export function compareTwoVisits(results: readonly ComparedResult[], visits: { readonly a: string; readonly b: string }): Comparison {
  const places = new Map<string, { readonly a: ComparedResult[]; readonly b: ComparedResult[] }>();
  for (const result of results) {
    const [isA, isB] = [isSameVisit(result.visit, visits.a), isSameVisit(result.visit, visits.b)];
    if (!isA && !isB) continue;
    const place = JSON.stringify([result.test, result.subject]);
    const known = places.get(place) ?? { a: [], b: [] };
    places.set(place, known);
    if (isA) known.a.push(result);
    if (isB) known.b.push(result);
  }
  const rows = [...places.values()].flatMap(({ a, b }): ComparedVisits[] => {
    const [first, last] = [lastOf(a), lastOf(b)];
    const one = first ?? last;
    if (one === null) return [];
    const shift = first?.flag && last?.flag ? `${first.flag} to ${last.flag}` : null;
    const beside = { subject: one.subject, test: one.test, a: first, b: last, resultsA: a.length, resultsB: b.length, shift };
    return [{ ...beside, ...changeOf(first, last) }];
  });
  return { rows, ...countsOf(rows) };
}

/** The last result by date; undated ones come before all others, and of equal ones the last given wins. */
function lastOf(results: readonly ComparedResult[]): ComparedResult | null {
  return results.reduce<ComparedResult | null>(
    (last, one) => (last === null || (one.at ?? Number.NEGATIVE_INFINITY) >= (last.at ?? Number.NEGATIVE_INFINITY) ? one : last),
    null,
  );
}

function changeOf(a: ComparedResult | null, b: ComparedResult | null): Pick<ComparedVisits, 'change' | 'percent' | 'unit' | 'isConverted'> {
  if (a === null || b === null) return { change: null, percent: null, unit: null, isConverted: false };
  if (isSameUnit(a, b)) return { ...difference(a.value, b.value), unit: b.unit ?? '', isConverted: false };
  const converted = inUnitOf(b, a);
  if (converted !== null) return { ...difference(converted, b.value), unit: b.unit, isConverted: true };
  if (a.standardUnit === null || a.standardUnit !== b.standardUnit) return { change: null, percent: null, unit: null, isConverted: false };
  return { ...difference(a.standard, b.standard), unit: a.standardUnit, isConverted: true };
}

/** Whether two units as sent mean the same, in any spelling. A missing unit equals only a missing unit. */
function isSameUnit({ unit: a, code }: ComparedResult, { unit: b }: ComparedResult): boolean {
  const [left, right] = [a?.trim() ?? '', b?.trim() ?? ''];
  return left === right || (left !== '' && right !== '' && unitMeaning(left, code) === unitMeaning(right, code));
}

/** Converts a result's number to the unit of another result of its test; null if there is no conversion. */
function inUnitOf({ unit: to }: ComparedResult, { value, unit: from, code }: ComparedResult): number | null {
  const [of, into] = [readUnit(from ?? '', code), readUnit(to ?? '', code)];
  const by = of === null || into === null ? null : conversionBetween(of, into, code);
  return value === null || by === null ? null : convert(value, by);
}

/** Significant digits of a change; more would show the binary quotient rather than the measurement. */
const digits = 12;

function difference(from: number | null, to: number | null): Pick<ComparedVisits, 'change' | 'percent'> {
  if (from === null || to === null) return { change: null, percent: null };
  const rounded = (value: number): number => Number(value.toPrecision(digits));
  return { change: rounded(to - from), percent: from === 0 ? null : rounded((100 * (to - from)) / from) };
}

function countsOf(rows: readonly ComparedVisits[]): Omit<Comparison, 'rows'> {
  const [atA, atB] = [new Set<string>(), new Set<string>()];
  for (const { subject, a, b } of rows) {
    if (a !== null) atA.add(subject);
    if (b !== null) atB.add(subject);
  }
  const both = atA.intersection(atB).size;
  const pairs = rows.filter(({ a, b, change }) => a !== null && b !== null && change === null);
  const noNumber = pairs.filter(({ a, b }) => a?.value === null || b?.value === null).length;
  return {
    ...{ both, onlyA: atA.size - both, onlyB: atB.size - both, noNumber, otherUnits: pairs.length - noNumber },
    converted: rows.filter(({ isConverted, change }) => isConverted && change !== null).length,
    several: rows.filter(({ resultsA, resultsB }) => resultsA > 1 || resultsB > 1).length,
  };
}
