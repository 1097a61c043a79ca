/** Packages that no file names, and what uses them instead. */
const usedUnnamed: ReadonlyMap<string, string> = new Map([
  ['@types/node', 'the compiler, for every file'],
  ['oxlint-tsgolint', 'oxlint, for its rules about types'],
]);

/**
 * The declared packages that none of these texts names in quotes, as imports and tools are named. Type declarations are used if the package
 * that they describe is.
 */
export function unusedDependencies(declared: readonly string[], texts: readonly string[]): readonly string[] {
  const named = new Set(
    texts.flatMap((text) => [...text.matchAll(/['"]((?:@[\w.-]+\/)?[\w.-]+)(?:\/[^'"\n]*)?['"]/g)].map(([, name]) => name)),
  );
  return declared.filter((name) => !usedUnnamed.has(name) && !named.has(name.replace(/^@types\//, '')));
}
