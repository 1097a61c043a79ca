import type { Row } from '../datasets/declaration.ts';
import { textIn } from '../derive/cells.ts';
import { memoizeByOwner, memoizeThree } from '../derive/memoize.ts';
import { readLabTest } from './lab-dictionary.ts';
import type { ReadTest, SentTest } from './read-test.ts';
import { readVitalSign } from './vital-dictionary.ts';
import type { StudyTerms } from './study-terms.ts';
import type { TestTerm } from './terms-schema.ts';

type TermDataset = TestTerm['dataset'];

/** The LBTESTCD or VSTESTCD of a record's test; null if neither a person's decision nor the dictionary gives one. */
export function testCodeIn(dataset: TermDataset, row: Row, terms: StudyTerms): string | null {
  const test = textIn(row, 'test');
  if (test === null) return null;
  return codesOf(terms)[dataset](test, textIn(row, 'service_code'), textIn(row, 'unit'));
}

/** By test, service code and unit: a study has few combinations, each with many records. */
const codesOf = memoizeByOwner((terms: StudyTerms) => {
  const decided = decisionsOf(terms);
  const codesIn = (dataset: TermDataset): ReturnType<typeof memoizeThree<string | null>> =>
    memoizeThree((test, serviceCode, unit) => {
      if (test === null) return null;
      const decision = decided(dataset, { test, serviceCode });
      if (decision !== null) return decision.code;
      const read = dictionaryTest(dataset, { test, serviceCode, unit });
      return read?.applied === true ? read.code : null;
    });
  return { labs: codesIn('labs'), vitals: codesIn('vitals') };
});

/**
 * A person's decision about a test: the one for its name with this service code, otherwise the one for its name alone; null if there is
 * none.
 */
export function decisionsOf({ tests }: StudyTerms): (dataset: TermDataset, sent: Omit<SentTest, 'unit'>) => TestTerm | null {
  const byPlace = new Map(tests.map((term) => [placeOf(term.dataset, term.test, term.serviceCode), term]));
  return (dataset, { test, serviceCode }) =>
    byPlace.get(placeOf(dataset, test, serviceCode)) ?? byPlace.get(placeOf(dataset, test, null)) ?? null;
}

function placeOf(dataset: TermDataset, test: string, serviceCode: string | null): string {
  return JSON.stringify([dataset, test, serviceCode]);
}

/** Longer texts are notes: no test name and no unit is that long. */
const longest = { test: 200, unit: 60 } as const;

/** The built-in dictionary's reading of a test, certain or proposed; null if it knows nothing about it. */
export function dictionaryTest(dataset: TermDataset, sent: SentTest): ReadTest | null {
  if (sent.test.length > longest.test) return null;
  const read = { ...sent, unit: sent.unit?.slice(0, longest.unit) ?? null };
  return dataset === 'labs' ? readLabTest(read) : readVitalSign(read);
}
