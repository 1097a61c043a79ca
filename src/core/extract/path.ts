/** One step of a declared source path (see SourceColumn.paths). */
export interface PathStep {
  readonly name: string;
  /** `[]`: every item of an array. */
  readonly every: boolean;
  /** `[#Fragment]` or `[#Fragment:2]`: the extension with that url fragment, lower case, and which of them. */
  readonly extension: { readonly fragment: string; readonly occurrence: number } | null;
  /** `[valueDateTime]`: the first extension that nothing else names and that carries this value key. */
  readonly valueKey: string | null;
}

const STEP = /([^.[\]]+)(?:\[(?:#([^\]:]+)(?::(\d+))?|(value[A-Za-z]+))?(\]))?(?:\.|$)/y;

/** Reads a declared path; throws TypeError on one that is none, which a declaration's test finds. */
export function parsePath(path: string): readonly PathStep[] {
  const steps: PathStep[] = [];
  const pattern = new RegExp(STEP);
  while (pattern.lastIndex < path.length) {
    const match = pattern.exec(path);
    if (match === null) throw new TypeError(`"${path}" is no source path.`);
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
