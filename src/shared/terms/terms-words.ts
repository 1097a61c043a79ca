import type { Terms } from './terms-schema.ts';

/** Maximum number of decisions that are named one by one. */
const mostNamed = 20;

/** What changed between two versions, in words, and the number of changed decisions. */
export function sayTermsChange(before: Terms, after: Terms): { readonly says: string; readonly changed: number } {
  const [earlier, later] = [decisionsOf(before), decisionsOf(after)];
  const lines = [
    ...(before.system === after.system ? [] : [`standard units: ${after.system}`]),
    ...(before.ctcae === after.ctcae ? [] : [`grades by CTCAE ${after.ctcae}`]),
    ...[...later].filter(([what, as]) => earlier.get(what) !== as).map(([what, as]) => `${what} is ${as}`),
    ...[...earlier.keys()].filter((what) => !later.has(what)).map((what) => `${what} as Carrel reads it`),
  ];
  const more = lines.length - mostNamed;
  return { says: lines.slice(0, mostNamed).join('; ') + (more > 0 ? `; and ${String(more)} more` : ''), changed: lines.length };
}

function decisionsOf({ tests, units }: Terms): ReadonlyMap<string, string> {
  const ofTests = tests.map(({ dataset, test, serviceCode, code }): [string, string] => [
    `“${test}”${serviceCode === null ? '' : ` (${serviceCode})`} in ${dataset}`,
    code ?? 'without a code',
  ]);
  return new Map([...ofTests, ...units.map(({ text, unit }): [string, string] => [`unit “${text}”`, unit])]);
}
