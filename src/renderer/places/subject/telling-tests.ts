import type { TestResult } from '../../../shared/calls/views.ts';
import { compareTexts } from '../../../shared/compare-texts.ts';

/** A test that a subject has results for. */
export interface SubjectTest {
  readonly test: string;
  readonly code: string | null;
  readonly records: number;
  /** Number of results that are a number or a bound such as "<5". */
  readonly drawable: number;
}

/** Codes of the tests drawn by default, in order: mainly liver, blood counts and kidney. */
const telling: readonly string[] = ['ALT', 'AST', 'BILI', 'HGB', 'NEUT', 'PLAT', 'CREAT', 'WBC', 'ALP', 'K'];
const drawnAtFirst = 5;

/** The tests of a subject, sorted by name. Carried-forward values do not count, because they are not measurements. */
export function testsOf(results: readonly TestResult[]): readonly SubjectTest[] {
  const tests = new Map<string, SubjectTest>();
  for (const { test, code, value, bound, carriedForward } of results) {
    if (carriedForward) continue;
    const known = tests.get(test) ?? { test, code, records: 0, drawable: 0 };
    const drawable = known.drawable + (value === null && bound === null ? 0 : 1);
    tests.set(test, { test, code: known.code ?? code, records: known.records + 1, drawable });
  }
  return [...tests.values()].sort((left, right) => compareTexts(left.test, right.test));
}

/** The labs drawn by default: the telling ones that the subject has, then those with most results. */
export function tellingLabs(tests: readonly SubjectTest[]): readonly string[] {
  const place = (test: SubjectTest): number => {
    const at = test.code === null ? -1 : telling.indexOf(test.code);
    return at < 0 ? telling.length : at;
  };
  return tests
    .filter(({ drawable }) => drawable > 0)
    .toSorted((left, right) => place(left) - place(right) || right.drawable - left.drawable)
    .slice(0, drawnAtFirst)
    .map(({ test }) => test);
}

/** Whether a test is systolic or diastolic pressure, which are drawn as one. */
export function isPressure(code: string | null): boolean {
  return code === 'SYSBP' || code === 'DIABP';
}
