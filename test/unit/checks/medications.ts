import type { Medication } from '../../../src/core/checks/read-medications.ts';
import { localSpan } from '../../../src/shared/derive/plausible-date.ts';
import { morningOf } from './found-by.ts';

/** A course of three days, from a day counted from the first Monday of 2025. */
export function medication(key: string, more: Partial<Medication> = {}, from = 0): Medication {
  const dates = { started: morningOf(from), ended: morningOf(from + 3), ...more };
  return {
    ...{ key, subject: key, name: 'Drug', drug: 'drug', code: '7', dose: 5, unit: 'mg', route: 'oral' },
    ...{ start: localSpan(dates.started), end: localSpan(dates.ended) },
    ...dates,
    ...more,
  };
}

/** So many courses of different subjects; `more` by number. */
export function medications(count: number, more: (n: number) => Partial<Medication> = () => ({}), prefix = 'm'): readonly Medication[] {
  return Array.from({ length: count }, (_, n) => medication(`${prefix}${String(n)}`, more(n)));
}

/** The keys that a check found. */
export function keysOf(findings: readonly { readonly check: string; readonly key: string }[], check: string): readonly string[] {
  return findings.filter((one) => one.check === check).map(({ key }) => key);
}
