import type { FoundIssue } from '../../extract/extractor.ts';

/** Issues in a few flat arrays: a faulty service usually repeats the same fault in every record. */
export interface EncodedIssues {
  /** Each combination of rule and path once; `key` is unused. */
  readonly kinds: readonly FoundIssue[];
  /** Per issue, an index into `kinds`. */
  readonly kind: Uint32Array;
  /** Keys in order of occurrence; consecutive equal keys once. */
  readonly keys: readonly (string | null)[];
  /** Per issue, an index into `keys`. */
  readonly key: Uint32Array;
}

export function encodeIssues(issues: readonly FoundIssue[]): EncodedIssues {
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

/** Yields the issues in the order in which they were encoded. */
export function* decodeIssues({ kinds, kind, keys, key }: EncodedIssues): Generator<FoundIssue> {
  for (const [index, place] of kind.entries()) {
    const found = kinds[place];
    if (found !== undefined) yield { ...found, key: keys[key[index] ?? 0] ?? null };
  }
}
