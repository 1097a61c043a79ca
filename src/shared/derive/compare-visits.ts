import { isSameVisit } from './anchor-visits.ts';

/** A result as it is put beside another one of its subject and test. */
export interface ComparedResult {
  readonly subject: string;
  readonly test: string;
  readonly visit: string;
  readonly collected: string | null;
  /** Milliseconds of the wall clock; null without a date that can be read. */
  readonly at: number | null;
  /** As received. */
  readonly result: string | null;
  /** Null for what is no plain number. */
  readonly value: number | null;
  readonly unit: string | null;
  readonly flag: string | null;
  /** The same in the standard unit of the test, where it is known. */
  readonly standard: number | null;
  readonly standardUnit: string | null;
}

/** One subject and test at two visits; `a`, `b`: the result that is used there, null where there is none. */
export interface ComparedVisits {
  readonly subject: string;
  readonly test: string;
  readonly a: ComparedResult | null;
  readonly b: ComparedResult | null;
  /** How many results there are at each. */
  readonly resultsA: number;
  readonly resultsB: number;
  /** From A to B in `unit`; null where one is missing or no plain number, or the units cannot be compared. */
  readonly change: number | null;
  /** Null where A is 0. */
  readonly percent: number | null;
  /** The unit of the change; empty where the results have none. */
  readonly unit: string | null;
  /** "NORMAL to HIGH"; null where one of the two has no flag. */
  readonly shift: string | null;
}

export interface Comparison {
  readonly rows: readonly ComparedVisits[];
  /** Subjects with results of the tests at both visits, and at one alone. */
  readonly both: number;
  readonly onlyA: number;
  readonly onlyB: number;
  /** Pairs of two results without a change: one of them is no plain number, or their units cannot be compared. */
  readonly noNumber: number;
  readonly otherUnits: number;
  /** Places with several results, of which the last by date is used. */
  readonly several: number;
}

/**
 * Two visits side by side: of each subject and test the last result by date at either, in the order of subjects and tests given. Visits
 * that are spelled alike are one. Where the units differ, standard units are compared.
 */
export function compareTwoVisits(
  results: readonly ComparedResult[],
  visits: { readonly a: string; readonly b: string },
  isSameUnit: (left: string, right: string) => boolean,
): Comparison {
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
    return [{ ...beside, ...changeOf(first, last, isSameUnit) }];
  });
  return { rows, ...countsOf(rows) };
}

/** The last by date, one without a date before all others; of those alike the last one given. */
function lastOf(results: readonly ComparedResult[]): ComparedResult | null {
  return results.reduce<ComparedResult | null>(
    (last, one) => (last === null || (one.at ?? Number.NEGATIVE_INFINITY) >= (last.at ?? Number.NEGATIVE_INFINITY) ? one : last),
    null,
  );
}

function changeOf(
  a: ComparedResult | null,
  b: ComparedResult | null,
  isSameUnit: (left: string, right: string) => boolean,
): Pick<ComparedVisits, 'change' | 'percent' | 'unit'> {
  const none = { change: null, percent: null, unit: null };
  if (a === null || b === null) return none;
  if (isSameUnit(a.unit ?? '', b.unit ?? '')) return { ...difference(a.value, b.value), unit: b.unit ?? '' };
  if (a.standardUnit === null || a.standardUnit !== b.standardUnit) return none;
  return { ...difference(a.standard, b.standard), unit: a.standardUnit };
}

/** Digits of a change that count: more would be of the binary quotient, not of what was measured. */
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
    several: rows.reduce((sum, { resultsA, resultsB }) => sum + Number(resultsA > 1) + Number(resultsB > 1), 0),
  };
}
