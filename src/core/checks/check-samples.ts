import { wholeDate } from '../../shared/derive/plausible-date.ts';
import type { TestDataset } from '../views/result-tally.ts';
import { firstPlace } from './first-place.ts';
import type { Numbered } from './numbers-of-test.ts';
import type { Candidates } from './rare.ts';
import type { Result } from './read-courses.ts';
import { relatedTests, relations, type Relation } from './sample-relations.ts';

type ByTest = ReadonlyMap<string, readonly Numbered[]>;
/** The number of each test in one sample; null if it has several. */
type Sample = ReadonlyMap<string, Numbered | null>;

/**
 * Finds values that contradict others of the same sample of a subject. A contradiction in most samples of a study means that the test is
 * not what it is taken for.
 */
export function checkSamples(dataset: TestDataset, byTest: ByTest, candidates: Candidates): void {
  const middle = middlesOf(byTest);
  for (const sample of samplesOf(dataset, byTest).values()) {
    if (sample.size < 2) continue;
    const against = relations[dataset].filter(({ tests, contradicts }) => {
      const values = valuesOf(sample, tests);
      if (values === null) return false;
      candidates.judge('values-disagree', tests.join());
      return contradicts(values.map(({ value }) => value));
    });
    for (const { relation, one } of explained(against, sample, middle)) candidates.add('values-disagree', relation.tests.join(), one);
  }
}

function samplesOf(dataset: TestDataset, byTest: ByTest): ReadonlyMap<string, Sample> {
  const samples = new Map<string, Map<string, Numbered | null>>();
  for (const test of relatedTests[dataset])
    for (const number of byTest.get(test) ?? []) {
      const { collected } = number.one;
      if (collected === null || collected.length < wholeDate) continue;
      const sample = samples.get(collected) ?? new Map<string, Numbered | null>();
      samples.set(collected, sample);
      sample.set(test, sample.has(test) ? null : number);
    }
  return samples;
}

function valuesOf(sample: Sample, tests: readonly string[]): readonly Numbered[] | null {
  const values: Numbered[] = [];
  for (const test of tests) {
    const number = sample.get(test) ?? null;
    if (number === null) return null;
    values.push(number);
  }
  return values;
}

/**
 * Returns the fewest values that explain all contradictions of a sample: first the one involved in most of them, and among equals the one
 * farthest from the subject's others.
 */
function explained(
  against: readonly Relation[],
  sample: Sample,
  middle: MiddleOfOthers,
): readonly { readonly relation: Relation; readonly one: Result }[] {
  const [first] = against;
  if (first === undefined) return [];
  const tests = [...new Set(against.flatMap((relation) => relation.tests))].map((test) => ({
    test,
    count: against.filter((relation) => relation.tests.includes(test)).length,
    distance: distanceOf(sample.get(test) ?? null, test, middle),
  }));
  const [worst] = tests.sort((left, right) => right.count - left.count || right.distance - left.distance);
  const one = sample.get(worst?.test ?? '')?.one;
  if (worst === undefined || one === undefined) return [];
  const [of] = against.filter((relation) => relation.tests.includes(worst.test));
  const rest = against.filter((relation) => !relation.tests.includes(worst.test));
  return [{ relation: of ?? first, one }, ...explained(rest, sample, middle)];
}

/** The distance of a value from the median of the subject's others, as a natural logarithm; 0 without others. */
function distanceOf(number: Numbered | null, test: string, middle: MiddleOfOthers): number {
  const others = middle(test, number);
  if (number === null || others === undefined) return 0;
  return number.value > 0 ? Math.abs(Math.log(number.value / others)) : Infinity;
}

/** Returns the median of the other values of a test that are above 0; undefined without any. */
type MiddleOfOthers = (test: string, number: Numbered | null) => number | undefined;

/** The values of a test are sorted once: one subject may have very many samples, and contradictions in each of them. */
function middlesOf(byTest: ByTest): MiddleOfOthers {
  const sorted = new Map<string, readonly number[]>();
  const inOrderOf = (test: string): readonly number[] => {
    const inOrder =
      sorted.get(test) ?? (byTest.get(test) ?? []).flatMap(({ value }) => (value > 0 ? [value] : [])).sort((left, right) => left - right);
    sorted.set(test, inOrder);
    return inOrder;
  };
  return (test, number) => {
    const inOrder = inOrderOf(test);
    const value = number?.value ?? 0;
    if (value <= 0) return inOrder[Math.floor(inOrder.length / 2)];
    const place = firstPlace(inOrder.length, (at) => (inOrder[at] ?? 0) >= value);
    const middle = Math.floor((inOrder.length - 1) / 2);
    return inOrder[middle < place ? middle : middle + 1];
  };
}
