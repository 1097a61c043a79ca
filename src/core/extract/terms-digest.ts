import type { Terms } from '../../shared/terms/terms-schema.ts';
import { digestOf } from '../bundle/bundle-entry.ts';

/** SHA-256 (hex) of the decisions, independent of their order and versions: studies with equal digests read tests and units alike. */
export function termsDigest({ system, ctcae, tests, units }: Terms): string {
  const testLines = tests.map(({ dataset, test, serviceCode, code }) => JSON.stringify([dataset, test, serviceCode, code])).toSorted();
  const unitLines = units.map(({ text, unit }) => JSON.stringify([text, unit])).toSorted();
  return digestOf(JSON.stringify([system, ctcae, testLines, unitLines]));
}
