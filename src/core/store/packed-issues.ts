import type { FoundIssue } from '../extract/extractor.ts';

/** Issues in a few flat arrays: a service that is wrong is so in the same way in every record. */
export interface PackedIssues {
  /** Each rule and path once; their keys do not count. */
  readonly kinds: readonly FoundIssue[];
  /** Which kind an issue is. */
  readonly kind: Uint32Array;
  /** Keys in the order in which they occur; those after each other once. */
  readonly keys: readonly (string | null)[];
  /** Which key an issue has. */
  readonly key: Uint32Array;
}

export function packIssues(issues: readonly FoundIssue[]): PackedIssues {
  const kinds: FoundIssue[] = [];
  const keys: (string | null)[] = [];
  const places = new Map<string, number>();
  const kind = new Uint32Array(issues.length);
  const key = new Uint32Array(issues.length);
  for (const [index, issue] of issues.entries()) {
    const name = `${issue.rule} ${issue.path} ${String(issue.quarantined)}`;
    const place = places.get(name) ?? kinds.push({ ...issue, key: null }) - 1;
    places.set(name, place);
    if (keys.length === 0 || keys.at(-1) !== issue.key) keys.push(issue.key);
    kind[index] = place;
    key[index] = keys.length - 1;
  }
  return { kinds, kind, keys, key };
}

/** The issues one after the other, as they were packed. */
export function* unpackIssues({ kinds, kind, keys, key }: PackedIssues): Generator<FoundIssue> {
  for (const [index, place] of kind.entries()) {
    const found = kinds[place];
    if (found !== undefined) yield { ...found, key: keys[key[index] ?? 0] ?? null };
  }
}
