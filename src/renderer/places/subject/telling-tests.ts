import type { TestResult } from '../../../shared/calls/views.ts';

/** A test that a subject has results of. */
export interface SubjectTest {
  readonly test: string;
  readonly code: string | null;
  readonly records: number;
  /** Numbers, and bounds of results beyond what could be measured. */
  readonly drawable: number;
}

/** Test codes in the order in which they are drawn unless others were chosen: liver, blood counts, kidney. */
const telling: readonly string[] = ['ALT', 'AST', 'BILI', 'HGB', 'NEUT', 'PLAT', 'CREAT', 'WBC', 'ALP', 'K'];
const drawnAtFirst = 5;

/** The tests of a subject's results, by name; carried-forward values are no measurements of their own. */
export function testsOf(results: readonly TestResult[]): readonly SubjectTest[] {
  const tests = new Map<string, SubjectTest>();
  for (const { test, code, value, bound, carriedForward } of results) {
    if (carriedForward) continue;
    const known = tests.get(test) ?? { test, code, records: 0, drawable: 0 };
    const drawable = known.drawable + (value === null && bound === null ? 0 : 1);
    tests.set(test, { test, code: known.code ?? code, records: known.records + 1, drawable });
  }
  return [...tests.values()].sort((left, right) => (left.test < right.test ? -1 : 1));
}

/** The labs that are drawn until somebody chooses: the first of the telling ones that there are, then what is measured most. */
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

/** The two tests of a blood pressure; they are drawn as one. */
export function isPressure(code: string | null): boolean {
  return code === 'SYSBP' || code === 'DIABP';
}
