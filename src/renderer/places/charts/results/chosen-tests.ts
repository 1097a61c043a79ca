import type { TestSummary } from '../../../../shared/calls/views.ts';

/** Maximum number of tests in one figure: nobody compares more panels than that. */
export const mostTests = 12;

/** Codes of the tests shown by default if a study has them: liver, kidney and blood tests; vital signs. */
const telling = {
  labs: ['ALT', 'AST', 'BILI', 'CREAT', 'HGB', 'NEUT', 'PLAT', 'ALB', 'ALP'],
  vitals: ['SYSBP', 'DIABP', 'PULSE', 'TEMP', 'WEIGHT', 'OXYSAT'],
} as const;

const usualCount = 6;

/** Tests with numeric results, which can be drawn; most frequent first, like `tests`. */
export function drawableTests(tests: readonly TestSummary[]): readonly TestSummary[] {
  return tests.filter(({ test, numbers }) => numbers > 0 && test !== '');
}

/** The default tests: one per telling code, then the most frequent others, `usualCount` in total. */
export function usualTests(dataset: 'labs' | 'vitals', tests: readonly TestSummary[]): readonly string[] {
  const ofCode = telling[dataset].flatMap((code) => tests.find((test) => test.code === code)?.test ?? []);
  const rest = tests.map(({ test }) => test).filter((test) => !ofCode.includes(test));
  return [...ofCode, ...rest].slice(0, usualCount);
}

/** The stored choice, limited to existing tests; null if nothing was chosen or none of it exists any more. */
export function storedTests(kept: string, tests: readonly TestSummary[]): readonly string[] | null {
  const names = kept === '' ? [] : kept.split('\n');
  const known = names.filter((name) => tests.some(({ test }) => test === name));
  return known.length === 0 ? null : known;
}
