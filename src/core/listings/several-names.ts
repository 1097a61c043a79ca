import { isCarriedForward } from '../../shared/datasets/vitals.ts';
import { codesOfSeveralNames, type NamedTest } from '../../shared/derive/other-names.ts';
import { formatCount, formatCountOf } from '../../shared/format-count.ts';
import { inSnapshot } from '../query/snapshot.ts';
import type { TestDataset } from '../views/result-tally.ts';
import { listTests } from '../views/test-results.ts';
import type { ListingSource } from './listing.ts';

/** The measured tests of the whole study, with their codes. */
export async function namedTests({ study, tally }: ListingSource, dataset: TestDataset): Promise<readonly NamedTest[]> {
  const tests = await tally.with((known) => inSnapshot(study, () => listTests(study, dataset, known, null).tests));
  return tests.filter(({ test }) => dataset === 'labs' || !isCarriedForward(test));
}

/** Maximum number of codes named in the sentence. */
const mostCodes = 10;

/** Codes of which a row has only a part of a subject's results, because a laboratory uses another name. */
export function sayNames(tests: readonly NamedTest[], shown: readonly string[]): string {
  const isShown = new Set(shown);
  const several = codesOfSeveralNames(tests).filter(({ names }) => names.some((name) => isShown.has(name)));
  if (several.length === 0) return '';
  const codes = several.slice(0, mostCodes).map(({ code }) => code);
  const more = several.length > mostCodes ? ` and ${formatCount(several.length - mostCodes)} more` : '';
  return ` ${formatCountOf(several.length, 'test code')} (${codes.join(', ')}${more}) ${several.length === 1 ? 'has' : 'have'} several test names, each of which is a test of its own here.`;
}
