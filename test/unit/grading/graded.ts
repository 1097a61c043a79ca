import { parseCensored } from '../../../src/shared/derive/censored-result.ts';
import { parseReferenceRange } from '../../../src/shared/derive/reference-range.ts';
import { gradeResult, type GradeBaseline } from '../../../src/shared/grading/grade-result.ts';
import type { CtcaeVersion, UnitSystem } from '../../../src/shared/terms/term-kinds.ts';

interface Sent {
  readonly code: string;
  readonly result: string;
  readonly unit?: string;
  readonly range?: string;
  readonly baseline?: GradeBaseline;
}

/** `low/high`: a grade, a reason, or `-` where the test is not graded in that direction. */
export function graded({ code, result, unit, range, baseline }: Sent, version: CtcaeVersion, system: UnitSystem = 'SI'): string {
  const limits = range === undefined ? null : parseReferenceRange(range);
  const number = Number(result);
  const { low, high } = gradeResult(
    {
      result: Number.isNaN(number) ? parseCensored(result) : number,
      unit: unit ?? null,
      code,
      limits: limits?.kind === 'numeric' ? limits : null,
      baseline: baseline ?? null,
    },
    version,
    system,
  );
  return [low, high].map((one) => (one === 'none' ? '-' : 'grade' in one ? String(one.grade) : one.why)).join('/');
}
