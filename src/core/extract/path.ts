/** One step of a declared source path (see SourceColumn.paths). */
export interface PathStep {
  readonly name: string;
  /** `[]`: every item of an array. */
  readonly every: boolean;
  /** `[#Fragment]` or `[#Fragment:2]`: the extension with this URL fragment in lower case, and which occurrence. */
  readonly extension: { readonly fragment: string; readonly occurrence: number } | null;
  /** `[valueDateTime]`: the first extension with this value key that nothing else names. */
  readonly valueKey: string | null;
}

const STEP = /([^.[\]]+)(?:\[(?:#([^\]:]+)(?::(\d+))?|(value[A-Za-z]+))?(\]))?(?:\.|$)/y;

/** Parses a declared path. Throws TypeError for an invalid one, which the test of the declaration finds. */
export function parsePath(path: string): readonly PathStep[] {
  const steps: PathStep[] = [];
  const pattern = new RegExp(STEP);
  while (pattern.lastIndex < path.length) {
    const match = pattern.exec(path);
    if (match === null) throw new TypeError(`"${path}" is not a source path.`);
    const [, name = '', fragment, occurrence, valueKey, bracket] = match;
    const extension = fragment === undefined ? null : { fragment: fragment.toLowerCase(), occurrence: Number(occurrence ?? 1) };
    steps.push({
      name,
      every: bracket !== undefined && extension === null && valueKey === undefined,
      extension,
      valueKey: valueKey ?? null,
    });
  }
  return steps;
}
