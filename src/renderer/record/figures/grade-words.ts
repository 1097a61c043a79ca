/** "3 (high)", "2 (low)", "0". `signed`: a grade from `signedGrade`. */
export function gradeNumber(signed: number): string {
  return signed === 0 ? '0' : `${String(Math.abs(signed))} (${signed < 0 ? 'low' : 'high'})`;
}

/** Tooltip lines of a result: "CTCAE grade 3 (high)", or none for grade 0 or no grade. */
export function gradeTip(signed: number | null): readonly string[] {
  return signed === null || signed === 0 ? [] : [`CTCAE grade ${gradeNumber(signed)}`];
}
