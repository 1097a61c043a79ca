/** Maximum number of own rules in a study. */
export const mostRules = 200;

/** Why a study cannot hold this many own rules; null if it can. */
export function whyTooManyRules(count: number): string | null {
  if (count <= mostRules) return null;
  return `A study can have at most ${String(mostRules)} own checks; this would make ${String(count)}.`;
}

/** The id that two of the rules share; null if all differ. */
export function idOfTwo(rules: readonly { readonly id: string }[]): string | null {
  const known = new Set<string>();
  return rules.find(({ id }) => known.size === known.add(id).size)?.id ?? null;
}

/** Maximum number of records an own rule may find; a rule that finds more says nothing useful. */
export const mostFoundByRule = 100_000;
/** Maximum number of records that all own rules of a study may find together; rules beyond it are not run. */
export const mostFoundByRules = 500_000;
