/** Rules that a study has of its own, at most. */
export const mostRules = 200;

/** Why a study does not keep this many rules of its own; null: it does. */
export function whyTooManyRules(count: number): string | null {
  if (count <= mostRules) return null;
  return `A study can have at most ${String(mostRules)} own checks; this would make ${String(count)}.`;
}

/** The id that two of the rules have; null: each has its own. */
export function idOfTwo(rules: readonly { readonly id: string }[]): string | null {
  const known = new Set<string>();
  return rules.find(({ id }) => known.size === known.add(id).size)?.id ?? null;
}

/** Records that a rule of somebody's own may find: a rule that finds more tells nothing. */
export const mostFoundByRule = 100_000;
/** Records that all rules of a study find together: those beyond are not run. */
export const mostFoundByRules = 500_000;
