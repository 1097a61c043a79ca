import type { ListedTest } from '../../../shared/calls/terms.ts';
import type { Decisions } from './use-terms.ts';

/** The decisions with one on this test; `code` null: it has none; undefined: as Carrel reads it. */
export function withTest(before: Decisions, { dataset, test, serviceCode }: ListedTest, code: string | null | undefined): Decisions {
  const others = before.tests.filter((one) => one.dataset !== dataset || one.test !== test || one.serviceCode !== serviceCode);
  return { ...before, tests: code === undefined ? others : [...others, { dataset, test, serviceCode, code }] };
}

/** The decisions with one on this unit's text; undefined: as Carrel reads it. */
export function withUnit(before: Decisions, text: string, unit: string | undefined): Decisions {
  const others = before.units.filter((one) => one.text !== text);
  return { ...before, units: unit === undefined ? others : [...others, { text, unit }] };
}

/** The codes that a test's records have, in words; empty where none has one. */
export function codesOf({ codes }: ListedTest): readonly string[] {
  return codes.flatMap(({ code }) => (code === null ? [] : [code]));
}

/** Records whose unit nobody understands. */
export function unknownUnits({ units }: ListedTest): number {
  return units.reduce((sum, { text, reading, records }) => sum + (text !== null && text !== '' && reading === null ? records : 0), 0);
}
