import type { CensoredResult } from '../derive/censored-result.ts';
import { compareDecimals, roundToDecimal, type Decimal } from '../derive/decimal.ts';
import type { RangeFlag } from '../derive/range-flag.ts';
import type { NumericRange } from '../derive/reference-range.ts';
import type { CtcaeVersion, UnitSystem } from '../terms/term-kinds.ts';
import { conversionBetweenTexts, convert, type UnitConversion } from '../units/convert-unit.ts';
import { saysNoUnit } from '../units/read-unit.ts';
import { standardResult } from '../units/standard-result.ts';
import { criteria } from './criteria.ts';
import type { Criterion, Grade, GradeDirection, Limit, Step } from './criterion.ts';

/** The last result of a test on or before the anchor of the subject's days. */
export interface GradeBaseline {
  /** In the standard unit of the test. */
  readonly value: number;
  /** Against the range of its own record; null if unknown. */
  readonly flag: RangeFlag | null;
}

/** The input of grading a result. */
export interface ResultToGrade {
  /** A number, its digits if a double would change them, or a bound with its comparator; null for text or nothing. */
  readonly result: Decimal | CensoredResult | null;
  /** The unit of the result: the one after a bound, otherwise that of the record, as sent or as a person decided. Null if there is none. */
  readonly unit: string | null;
  /** LBTESTCD. */
  readonly code: string;
  /** The record's own range, in that unit; null if it has no limits, `other-unit` if they cannot be converted. */
  readonly limits: NumericRange | 'other-unit' | null;
  /** Null: unknown, or the subject has none. */
  readonly baseline: GradeBaseline | null;
}

/** Why a result has no grade although CTCAE grades its test. */
export type UngradedReason = 'result' | 'unit' | 'range' | 'baseline' | 'bound' | 'clinical';

/** The grade in one direction; 0 if no criterion is met. `none`: CTCAE does not grade results of the test in this direction. */
export type GradeOutcome = { readonly grade: 0 | Grade } | { readonly why: UngradedReason } | 'none';

export type Grades = Readonly<Record<GradeDirection, GradeOutcome>>;

const byTest: Readonly<Record<CtcaeVersion, ReadonlyMap<string, readonly Criterion[]>>> = {
  '4.03': criteriaByTest('4.03'),
  '5.0': criteriaByTest('5.0'),
  '6.0': criteriaByTest('6.0'),
};

function criteriaByTest(version: CtcaeVersion): ReadonlyMap<string, readonly Criterion[]> {
  const found = new Map<string, Criterion[]>();
  for (const criterion of criteria[version]) for (const test of criterion.tests) found.set(test, [...(found.get(test) ?? []), criterion]);
  return found;
}

/** The criteria of a version that grade results of a test; empty if there are none. */
export function criteriaOf(version: CtcaeVersion, code: string): readonly Criterion[] {
  return byTest[version].get(code) ?? [];
}

/** The LBTESTCD that a version grades. */
export function testsGraded(version: CtcaeVersion): readonly string[] {
  return [...byTest[version].keys()];
}

/** The LBTESTCD whose grades depend on the subject's baseline. */
export function testsByBaseline(version: CtcaeVersion): readonly string[] {
  return [...byTest[version]].filter(([, its]) => its.some(takesBaseline)).map(([code]) => code);
}

function takesBaseline({ steps, abnormal }: Criterion): boolean {
  return abnormal !== undefined || steps.some(({ any, also }) => [...any, ...(also ?? [])].some((limit) => limit.of === 'baseline'));
}

/** The CTCAE grades of one result, low and high. */
export function gradeResult(of: ResultToGrade, version: CtcaeVersion, system: UnitSystem): Grades {
  const its = criteriaOf(version, of.code);
  const outcome = (direction: GradeDirection): GradeOutcome => {
    const criterion = its.find((one) => one.direction === direction);
    return criterion === undefined ? 'none' : gradeBy(criterion, of, system);
  };
  return { low: outcome('low'), high: outcome('high') };
}

function gradeBy(criterion: Criterion, of: ResultToGrade, system: UnitSystem): GradeOutcome {
  const { result } = of;
  if (result === null) return { why: 'result' };
  if (criterion.isClinical === true) return { why: 'clinical' };
  const graded = (value: Decimal): GradeOutcome => gradeNumber(criterion, { ...of, value, system });
  if (typeof result !== 'object') return graded(result);
  // Every value that the bound allows must have the same grade.
  const ends = result.comparator.startsWith('<') ? [justBeyond(result), 0] : [justBeyond(result), Number.MAX_VALUE];
  const [near, far] = ends.map(graded);
  if (near === undefined || far === undefined || near === 'none' || far === 'none') return 'none';
  if ('why' in near) return near;
  return 'grade' in far && far.grade === near.grade ? near : { why: 'bound' };
}

/** The value closest to a bound that a result with this comparator can have. */
function justBeyond({ comparator, bound }: CensoredResult): number {
  const step = Math.abs(bound) * 1e-9;
  return comparator === '<' ? bound - step : comparator === '>' ? bound + step : bound;
}

interface NumberToGrade extends ResultToGrade {
  readonly value: Decimal;
  readonly system: UnitSystem;
}

/** Whether a result exceeds something; a reason if that cannot be decided. */
type Verdict = boolean | UngradedReason;

function gradeNumber(criterion: Criterion, of: NumberToGrade): GradeOutcome {
  const usual = gradeBySteps(criterion, criterion.steps, of);
  if (criterion.abnormal === undefined) return usual;
  const { side, steps } = criterion.abnormal;
  const flag = of.baseline?.flag ?? null;
  if (flag !== null) return flag === (side === 'high' ? 'HIGH' : 'LOW') ? gradeBySteps(criterion, steps, of) : usual;
  // If the result is outside its range, the grade depends on the baseline. If it is within its range, a baseline above the range gives no
  // grade either; one below it might, but an unknown baseline is not assumed to be low, as in admiral.
  return typeof usual === 'object' && 'grade' in usual && usual.grade > 0 ? { why: 'baseline' } : usual;
}

function gradeBySteps(criterion: Criterion, steps: readonly Step[], of: NumberToGrade): GradeOutcome {
  for (const { grade, any, also = [] } of steps) {
    const verdict = both([
      either(any.map((limit) => isBeyond(criterion, limit, of))),
      ...also.map((limit) => isBeyond(criterion, limit, of)),
    ]);
    if (verdict === true) return { grade };
    if (verdict !== false) return { why: verdict };
  }
  return { grade: 0 };
}

function either(verdicts: readonly Verdict[]): Verdict {
  return verdicts.includes(true) ? true : (verdicts.find((verdict) => verdict !== false) ?? false);
}

function both(verdicts: readonly Verdict[]): Verdict {
  return verdicts.includes(false) ? false : (verdicts.find((verdict) => verdict !== true) ?? true);
}

function isBeyond(criterion: Criterion, limit: Limit, of: NumberToGrade): Verdict {
  if (limit.of === 'number') {
    const value = inUnitOf(criterion, Number(of.value), of);
    return value === null ? 'unit' : compare(criterion, value, limit.is[of.system], limit.inclusive);
  }
  if ('plus' in limit) return isFartherBeyond(criterion, limit, of);
  if (limit.of === 'baseline') {
    if (of.baseline === null) return 'baseline';
    const value = standardResult(Number(of.value), of.unit, of.code, of.system)?.value ?? null;
    return value === null ? 'unit' : compare(criterion, value, roundToDecimal(limit.times * of.baseline.value), limit.inclusive);
  }
  const end = endOf(criterion, of);
  return typeof end === 'string' ? end : compare(criterion, of.value, roundToDecimal(limit.times * end), limit.inclusive);
}

/** The limit in the criterion's direction, or why there is none. No graded test has an upper limit of 0: "0 - 0" is no range. */
function endOf({ direction }: Criterion, { limits }: NumberToGrade): number | UngradedReason {
  if (limits === 'other-unit') return 'unit';
  return limits === null || (limits.high !== null && limits.high <= 0) ? 'range' : (limits[direction] ?? 'range');
}

/** Whether the result exceeds the limit, or the baseline, by an amount. */
function isFartherBeyond(criterion: Criterion, limit: Extract<Limit, { plus: unknown }>, of: NumberToGrade): Verdict {
  const value = inUnitOf(criterion, Number(of.value), of);
  if (value === null) return 'unit';
  if (limit.of === 'limit') {
    const end = endOf(criterion, of);
    if (typeof end === 'string') return end;
    return compare(criterion, value, roundToDecimal((inUnitOf(criterion, end, of) ?? end) + limit.plus[of.system]), undefined);
  }
  if (of.baseline === null) return 'baseline';
  const standard = standardResult(Number(of.value), of.unit, of.code, of.system);
  const from = standard === null ? null : conversionOf(of.code, standard.unit, criterion.unit?.[of.system] ?? null);
  return from === null
    ? 'unit'
    : compare(criterion, value, roundToDecimal(convert(of.baseline.value, from) + limit.plus[of.system]), undefined);
}

function compare({ direction }: Criterion, value: Decimal, end: number, inclusive: true | undefined): boolean {
  const order = compareDecimals(value, end);
  return order === 0 ? inclusive === true : direction === 'high' ? order > 0 : order < 0;
}

/** Converts a number from the record's unit to the criterion's; null if there is no conversion. */
function inUnitOf({ unit }: Criterion, value: number, of: NumberToGrade): number | null {
  const conversion = conversionOf(of.code, of.unit, unit?.[of.system] ?? null);
  return conversion === null ? null : convert(value, conversion);
}

/** The conversion from a unit as sent to the criterion's; null if the criterion has no numbers. */
function conversionOf(code: string, unit: string | null, target: string | null): UnitConversion | null {
  const text = unit?.trim() ?? '';
  if (!saysNoUnit(text)) return conversionBetweenTexts(code, text, target);
  // INR is reported without a unit.
  return target === '1' ? conversionBetweenTexts(code, target, target) : null;
}
