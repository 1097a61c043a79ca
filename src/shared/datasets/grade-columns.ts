import type { GradeDirection } from '../grading/criterion.ts';
import {
  criteriaOf,
  gradeResult,
  type GradeBaseline,
  type GradeOutcome,
  type Grades,
  type UngradedReason,
} from '../grading/grade-result.ts';
import type { StudyTerms } from '../terms/study-terms.ts';
import { unitIn } from '../terms/units-of-study.ts';
import { derived } from './common-columns.ts';
import type { CellValue, Row } from './declaration.ts';
import { perRow } from './per-row.ts';
import { comparableLimits } from './range-columns.ts';
import { decidedResultIn, type CodeOf } from './result-columns.ts';

/** The input of a record's grades besides the row itself. */
interface Grading {
  readonly code: string | null;
  readonly terms: StudyTerms;
  /** Null: unknown. */
  readonly baseline: GradeBaseline | null;
}

/** The grades of a lab result from its row and the subject's baseline; null if CTCAE does not grade its test. */
function gradesOf(row: Row, { code, terms, baseline }: Grading): Grades | null {
  if (code === null || criteriaOf(terms.ctcae, code).length === 0) return null;
  const result = decidedResultIn(row, terms);
  const unit = unitIn(row, terms);
  const own = typeof result === 'object' && result !== null ? result.unit : null;
  const limits = result === null ? null : comparableLimits(row, { result, unit, test: code });
  return gradeResult({ result, unit: own ?? unit, code, limits, baseline }, terms.ctcae, terms.system);
}

/** The cells of the three grade columns, in order. */
export function gradeCells(row: Row, grading: Grading): readonly [low: number | null, high: number | null, why: string | null] {
  const grades = gradesOf(row, grading);
  return grades === null ? [null, null, null] : [gradeOf(grades.low), gradeOf(grades.high), sayUngraded(grades)];
}

function gradeOf(outcome: GradeOutcome): number | null {
  return typeof outcome === 'object' && 'grade' in outcome ? outcome.grade : null;
}

const words: Readonly<Record<UngradedReason, (direction: GradeDirection) => string>> = {
  result: () => 'no number',
  unit: () => 'unit not recognised or not convertible',
  range: (direction) => (direction === 'low' ? 'no lower limit' : 'no upper limit'),
  baseline: () => 'baseline not known',
  bound: () => 'bound allows several grades',
  clinical: () => 'clinical criterion',
};

function sayUngraded({ low, high }: Grades): string | null {
  const reasons = (['low', 'high'] as const).flatMap((direction): string[] => {
    const outcome = direction === 'low' ? low : high;
    return typeof outcome === 'object' && 'why' in outcome ? [words[outcome.why](direction)] : [];
  });
  return reasons.length === 0 ? null : [...new Set(reasons)].join('; ');
}

const basis =
  "Result compared with the laboratory criteria of the study's CTCAE version (Tests and units): multiples of the limits of its own range, which must end above 0, or numbers in the study’s system of standard units. A bound such as “<100 /uL” counts in the unit after it. Total calcium is graded without correction. Where grades differ only by clinical signs or treatment, the most severe is taken.";

type DeriveGrade = (row: Row, terms: StudyTerms) => CellValue;

/** `example`: a term graded in this direction. */
function gradeColumn<const N extends string, const D extends GradeDirection>(
  name: N,
  direction: D,
  { sdtm, example, derive }: { readonly sdtm: string; readonly example: string; readonly derive: DeriveGrade },
) {
  return derived({
    name,
    kind: 'number',
    plain: `CTCAE grade, ${direction}`,
    sdtm,
    width: 100,
    shown: false,
    tells: 'value',
    readFrom: ['result', 'reference_range'],
    help: `Grade 0 to 4 of a ${direction} result, such as of ${example}. Empty where CTCAE does not grade ${direction} results of the test, or where “Not graded” says why.`,
    rule: `${basis} 0 where no criterion is met. Criteria relative to baseline use the last result on or before the day from which the subject’s days are counted.`,
    byTerms: true,
    byBaseline: true,
    derive,
  });
}

/** CTCAE laboratory grades in each direction, and why a result has none. */
export function gradeColumns(codeOf: CodeOf) {
  const cellsOf = perRow((row, terms) => gradeCells(row, { code: codeOf(row, terms), terms, baseline: null }));
  const cell =
    (place: 0 | 1 | 2): DeriveGrade =>
    (row, terms) =>
      cellsOf(row, terms)[place];
  return [
    gradeColumn('ctcae_grade_low', 'low', { sdtm: 'ATOXGRL', example: 'anemia', derive: cell(0) }),
    gradeColumn('ctcae_grade_high', 'high', { sdtm: 'ATOXGRH', example: 'ALT increased', derive: cell(1) }),
    derived({
      name: 'ctcae_not_graded',
      kind: 'text',
      plain: 'Not graded',
      sdtm: null,
      width: 160,
      shown: false,
      tells: 'value',
      categorical: true,
      help: 'Why a result has no CTCAE grade although CTCAE grades its test.',
      rule: 'The first thing a criterion needs that is missing: a number, a recognised unit, a limit of the reference range, the subject’s baseline, a result instead of a bound, or a clinical finding.',
      byTerms: true,
      byBaseline: true,
      derive: cell(2),
    }),
  ] as const;
}
