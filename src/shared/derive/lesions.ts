/** What a lesion of an assessment is called, of its `<case>-<assessment>-<lesion label>` (interface, 2.4); a label may hold dashes itself. */
function lesionLabel(display: string, caseId: string | null, assessmentId: string): string {
  const text = display.trim();
  const whole = `${caseId ?? ''}-${assessmentId}-`;
  if (caseId !== null && text.startsWith(whole)) return text.slice(whole.length);
  // A case or an assessment that is written in another way there: what follows the assessment, else what follows two dashes.
  const after = text.indexOf(`-${assessmentId}-`);
  if (after >= 0) return text.slice(after + assessmentId.length + 2);
  return /^[^-]+-[^-]+-(.+)$/s.exec(text)?.[1] ?? text;
}

/** Labels that say themselves that they are no part of a target sum: NT01, NL01, NEW01, "Non-target 2", "New lesion 1". */
const outsideTheSum = /^(?:non[-\s_]?target|nt|new(?:[-\s_]?lesion)?|nl)(?![a-z])/i;

/**
 * The lesions that a target sum is made of, as far as they are named: labels of `result[].display` in one case of letters, in order, each
 * once; those that say that they are non-target or new are left out. Null where none is named, of which nothing can be said.
 */
export function targetLesions(displays: readonly string[], caseId: string | null, assessmentId: string): string[] | null {
  const labels = displays.map((display) => lesionLabel(display, caseId, assessmentId).trim()).filter((label) => label !== '');
  const targets = [...new Set(labels.filter((label) => !outsideTheSum.test(label)).map((label) => label.toUpperCase()))].sort();
  return targets.length === 0 ? null : targets;
}

/** How the lesions of a sum stand to those of the sum that it would be compared with. */
export interface OtherLesions {
  /** Of both. */
  readonly shared: number;
  /** Of the earlier sum. */
  readonly of: number;
  /** Named here alone. */
  readonly others: number;
}

/** Null where both name the same lesions, or one names none: then nothing stands against comparing them. */
export function otherLesions(own: readonly string[] | null, earlier: readonly string[] | null): OtherLesions | null {
  if (own === null || earlier === null) return null;
  const known = new Set(earlier);
  const shared = own.filter((label) => known.has(label)).length;
  return shared === earlier.length && own.length === shared ? null : { shared, of: earlier.length, others: own.length - shared };
}

/** "1 of 2 lesions", "2 of 2 lesions and 1 other". */
export function lesionWords({ shared, of, others }: OtherLesions): string {
  const counted = `${String(shared)} of ${String(of)} ${of === 1 ? 'lesion' : 'lesions'}`;
  return others === 0 ? counted : `${counted} and ${String(others)} ${others === 1 ? 'other' : 'others'}`;
}
