import type { TestSummary } from '../../../../shared/calls/views.ts';

/** Tests on one figure at most: more panels than that nobody compares. */
export const mostTests = 12;

/** The tests that figures begin with, where a study has them: liver, kidney, blood; and the vital signs. */
const telling = {
  labs: ['ALT', 'AST', 'BILI', 'CREAT', 'HGB', 'NEUT', 'PLAT', 'ALB', 'ALP'],
  vitals: ['SYSBP', 'DIABP', 'PULSE', 'TEMP', 'WEIGHT', 'OXYSAT'],
} as const;

const usualCount = 6;

/** Tests that are numbers, and so can be drawn; the most frequent first. */
export function drawableTests(tests: readonly TestSummary[]): readonly TestSummary[] {
  return tests.filter(({ test, numbers }) => numbers > 0 && test !== '');
}

/** One test of each telling code, filled up with the most frequent others. */
export function usualTests(dataset: 'labs' | 'vitals', tests: readonly TestSummary[]): readonly string[] {
  const ofCode = telling[dataset].flatMap((code) => tests.find((test) => test.code === code)?.test ?? []);
  const rest = tests.map(({ test }) => test).filter((test) => !ofCode.includes(test));
  return [...ofCode, ...rest].slice(0, usualCount);
}

/** What was kept of a choice, of the tests that there are; null: nothing was chosen, or nothing of it is there any more. */
export function storedTests(kept: string, tests: readonly TestSummary[]): readonly string[] | null {
  const names = kept === '' ? [] : kept.split('\n');
  const known = names.filter((name) => tests.some(({ test }) => test === name));
  return known.length === 0 ? null : known;
}
