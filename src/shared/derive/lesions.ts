/** The label of a lesion in `<case>-<assessment>-<lesion label>` (interface, 2.4); the label itself may contain dashes. */
function lesionLabel(display: string, caseId: string | null, assessmentId: string): string {
  const text = display.trim();
  const whole = `${caseId ?? ''}-${assessmentId}-`;
  if (caseId !== null && text.startsWith(whole)) return text.slice(whole.length);
  // If case or assessment is written differently there: the text after the assessment, or else after two dashes.
  const after = text.indexOf(`-${assessmentId}-`);
  if (after >= 0) return text.slice(after + assessmentId.length + 2);
  return /^[^-]+-[^-]+-(.+)$/s.exec(text)?.[1] ?? text;
}

/** Labels that are explicitly not part of a target sum: NT01, NL01, NEW01, "Non-target 2", "New lesion 1". */
const outsideTheSum = /^(?:non[-\s_]?target|nt|new(?:[-\s_]?lesion)?|nl)(?![a-z])/i;

/**
 * The named lesions of a target sum: labels of `result[].display` in uppercase, sorted and without duplicates. Labels marked as non-target
 * or new are left out. Null if none is named, so that nothing is known.
 */
export function targetLesions(displays: readonly string[], caseId: string | null, assessmentId: string): string[] | null {
  const labels = displays.map((display) => lesionLabel(display, caseId, assessmentId).trim()).filter((label) => label !== '');
  const targets = [...new Set(labels.filter((label) => !outsideTheSum.test(label)).map((label) => label.toUpperCase()))].sort();
  return targets.length === 0 ? null : targets;
}

/** How the lesions of a sum differ from those of the sum it would be compared with. */
export interface OtherLesions {
  /** In both. */
  readonly shared: number;
  /** In the earlier sum. */
  readonly of: number;
  /** Only in this sum. */
  readonly others: number;
}

/** Null if both name the same lesions, or one names none: nothing prevents a comparison. */
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
