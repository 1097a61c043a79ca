/** What is needed of a test: its name as sent, its test code, and the records of that name. */
export interface NamedTest {
  readonly test: string;
  readonly code: string | null;
  readonly records: number;
}

/** Names of one test code: those shown, and those whose results are elsewhere. */
export interface OtherNames {
  readonly code: string;
  readonly shown: readonly string[];
  readonly others: readonly string[];
  readonly records: number;
}

/**
 * The names that share a test code with one of those shown but are not among them: figures group results by name, so that a laboratory
 * that calls ALT "SGPT" is in another panel.
 */
export function otherNames(tests: readonly NamedTest[], shown: readonly string[]): readonly OtherNames[] {
  const isShown = new Set(shown);
  return [...Map.groupBy(tests, ({ code }) => code)].flatMap(([code, named]): OtherNames[] => {
    const [own, others] = [named.filter(({ test }) => isShown.has(test)), named.filter(({ test }) => !isShown.has(test))];
    if (code === null || own.length === 0 || others.length === 0) return [];
    return [{ code, shown: namesOf(own), others: namesOf(others), records: others.reduce((sum, { records }) => sum + records, 0) }];
  });
}

/** The codes of several names, each with its names. */
export function codesOfSeveralNames(tests: readonly NamedTest[]): readonly { readonly code: string; readonly names: readonly string[] }[] {
  return [...Map.groupBy(tests, ({ code }) => code)].flatMap(([code, named]) =>
    code === null || named.length < 2 ? [] : [{ code, names: namesOf(named) }],
  );
}

function namesOf(tests: readonly NamedTest[]): readonly string[] {
  return tests.map(({ test }) => test);
}
