/** "3 (high)", "2 (low)", "0"; `signed`: as `signedGrade` gives it. */
export function gradeNumber(signed: number): string {
  return signed === 0 ? '0' : `${String(Math.abs(signed))} (${signed < 0 ? 'low' : 'high'})`;
}

/** "CTCAE grade 3 (high)", for the tip of a result; nothing of grade 0. */
export function gradeTip(signed: number | null): readonly string[] {
  return signed === null || signed === 0 ? [] : [`CTCAE grade ${gradeNumber(signed)}`];
}
