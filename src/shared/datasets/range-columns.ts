import { textIn } from '../derive/cells.ts';
import { limitsFor, limitsIn, rangeFlag, timesUpperLimit, type RangedResult } from '../derive/range-flag.ts';
import { readRange, type NumericRange, type ReferenceRange } from '../derive/reference-range.ts';
import type { StudyTerms } from '../terms/study-terms.ts';
import { unitIn } from '../terms/units-of-study.ts';
import { derived } from './common-columns.ts';
import type { Row } from './declaration.ts';
import { perRow } from './per-row.ts';
import { censoredIn, decidedResultIn, type CodeOf } from './result-columns.ts';

/** Columns for the parts of a lab result's reference range, and for the result relative to it. */
export function rangeColumns(codeOf: CodeOf) {
  const of = perRow((row, terms): RangedResult | null => {
    const result = decidedResultIn(row, terms);
    return result === null ? null : { result, unit: unitIn(row, terms), test: codeOf(row, terms) };
  });
  const limitsOf = perRow((row, terms): NumericRange | null => shownLimits(row, terms, codeOf(row, terms)));
  return {
    flag: derived({
      name: 'range_flag',
      kind: 'text',
      plain: 'Flag',
      sdtm: 'LBNRIND',
      width: 70,
      shown: true,
      tells: 'value',
      categorical: true,
      help: 'LOW, NORMAL or HIGH relative to the range of the same record. Empty means not determined; it does not mean normal.',
      rule: 'Result number compared with the limits of the reference range as decimals; limits are inclusive unless the range says otherwise. A result such as ">1000" gets a flag if every value beyond its bound would have that flag. A range in another unit is converted. Empty if it cannot be converted, if there is no numeric limit, or if both limits are 0 for a test that is never 0, such as ALT.',
      byTerms: true,
      derive: (row, terms) => {
        const result = of(row, terms);
        return result === null ? null : rangeFlag(result, rangeOf(row));
      },
    }),
    timesUpperLimit: timesColumns(of),
    limits: limitColumns(limitsOf),
    words: derived({
      name: 'range_text',
      kind: 'text',
      plain: 'Range in words',
      sdtm: 'LBSTNRC',
      width: 130,
      shown: false,
      tells: 'free',
      categorical: true,
      shared: true,
      help: 'The reference range if it is not a pair of numbers, such as "Negative", or cannot be read with certainty.',
      rule: 'The reference range if no numeric limit can be read from it.',
      derive: (row) => {
        const range = rangeOf(row);
        return range?.kind === 'text' ? range.text : null;
      },
    }),
  } as const;
}

/** The limits of a record's own range as shown: in the unit of its result, or as written if it has none. */
function shownLimits(row: Row, terms: StudyTerms, code: string | null): NumericRange | null {
  const range = rangeOf(row);
  return range?.kind === 'numeric' ? limitsIn(range, unitIn(row, terms) ?? range.unit, code) : null;
}

/** The limits with which a record's result may be compared; null if it has none, `other-unit` if they cannot be converted. */
export function comparableLimits(row: Row, of: RangedResult): NumericRange | 'other-unit' | null {
  const range = rangeOf(row);
  const limits = limitsFor(of, range);
  // An upper limit of 0 is a placeholder.
  return limits === null && range?.kind === 'numeric' && range.high !== 0 ? 'other-unit' : limits;
}

function rangeOf(row: Row): ReferenceRange | null {
  return readRange(textIn(row, 'reference_range'), textIn(row, 'unit'));
}

function timesColumns(of: (row: Row, terms: StudyTerms) => RangedResult | null) {
  const timesOf = perRow((row, terms): number | null => {
    const result = of(row, terms);
    return result === null ? null : timesUpperLimit(result, rangeOf(row));
  });
  return [
    derived({
      name: 'times_upper_limit',
      kind: 'number',
      plain: '× ULN',
      sdtm: null,
      width: 72,
      shown: true,
      tells: 'value',
      decimals: 2,
      help: 'The result as a multiple of the upper limit of its own reference range. For a result such as ">1000" the bound is used; "× ULN sign" has its sign, which the window shows in front of the value.',
      signColumn: 'times_upper_limit_sign',
      readFrom: ['result', 'reference_range'],
      rule: 'Result number, or the bound of a result such as ">1000", ÷ upper limit, at 15 digits. Empty without a positive upper limit or if the range is in a unit that cannot be converted.',
      byTerms: true,
      derive: timesOf,
    }),
    derived({
      name: 'times_upper_limit_sign',
      kind: 'text',
      plain: '× ULN sign',
      sdtm: null,
      width: 96,
      shown: false,
      tells: 'value',
      categorical: true,
      help: 'The sign of × ULN if the result is known only as above or below a bound: > 17.9 is at least that. Empty for a number.',
      rule: 'The sign of the result if × ULN is derived from a bound.',
      byTerms: true,
      derive: (row, terms) => (timesOf(row, terms) === null ? null : (censoredIn(row)?.comparator ?? null)),
    }),
  ] as const;
}

/** The reference range in parts. The SDTM variables take inclusive limits only: `<200` has no LBORNRHI (clinical conventions). */
function limitColumns(limitsOf: (row: Row, terms: StudyTerms) => NumericRange | null) {
  return [
    derived({
      name: 'range_low',
      kind: 'number',
      plain: 'Range low',
      sdtm: 'RANGE_LO',
      width: 90,
      shown: false,
      tells: 'value',
      shared: true,
      help: 'Lower limit of the reference range as a number, whether or not the limit itself is in the range.',
      rule: 'Read from the text of the reference range, in the unit of the result; empty if the unit of the range cannot be converted into it.',
      readFrom: ['reference_range'],
      byTerms: true,
      derive: (row, terms) => limitsOf(row, terms)?.low ?? null,
    }),
    derived({
      name: 'range_low_inclusive',
      kind: 'flag',
      plain: 'Range low inclusive',
      sdtm: 'RANGE_LO_INCL',
      width: 130,
      shown: false,
      tells: 'value',
      categorical: true,
      shared: true,
      help: 'Y where a result equal to the lower limit is in the range, N where it is outside.',
      rule: 'N where the text says ">", else Y; empty without a lower limit.',
      byTerms: true,
      derive: (row, terms) => inclusive(limitsOf(row, terms), 'low'),
    }),
    derived({
      name: 'range_high',
      kind: 'number',
      plain: 'Range high',
      sdtm: 'RANGE_HI',
      width: 90,
      shown: false,
      tells: 'value',
      shared: true,
      help: 'Upper limit of the reference range as a number, whether or not the limit itself is in the range.',
      rule: 'Read from the text of the reference range, in the unit of the result; empty if the unit of the range cannot be converted into it.',
      readFrom: ['reference_range'],
      byTerms: true,
      derive: (row, terms) => limitsOf(row, terms)?.high ?? null,
    }),
    derived({
      name: 'range_high_inclusive',
      kind: 'flag',
      plain: 'Range high inclusive',
      sdtm: 'RANGE_HI_INCL',
      width: 130,
      shown: false,
      tells: 'value',
      categorical: true,
      shared: true,
      help: 'Y where a result equal to the upper limit is in the range, N where it is outside.',
      rule: 'N where the text says "<", else Y; empty without an upper limit.',
      byTerms: true,
      derive: (row, terms) => inclusive(limitsOf(row, terms), 'high'),
    }),
    derived({
      name: 'normal_low',
      kind: 'number',
      plain: 'Normal low',
      sdtm: 'LBORNRLO',
      width: 100,
      shown: false,
      tells: 'value',
      shared: true,
      help: 'Lower limit if the range includes it; empty for a range such as ">60".',
      rule: 'Range low where the limit is inclusive.',
      readFrom: ['reference_range'],
      byTerms: true,
      derive: (row, terms) => closedLimit(limitsOf(row, terms), 'low'),
    }),
    derived({
      name: 'normal_high',
      kind: 'number',
      plain: 'Normal high',
      sdtm: 'LBORNRHI',
      width: 100,
      shown: false,
      tells: 'value',
      shared: true,
      help: 'Upper limit if the range includes it; empty for a range such as "<200".',
      rule: 'Range high where the limit is inclusive.',
      readFrom: ['reference_range'],
      byTerms: true,
      derive: (row, terms) => closedLimit(limitsOf(row, terms), 'high'),
    }),
  ] as const;
}

function closedLimit(range: NumericRange | null, side: 'low' | 'high'): number | null {
  return inclusive(range, side) === 'Y' ? (range?.[side] ?? null) : null;
}

function inclusive(range: NumericRange | null, side: 'low' | 'high'): 'Y' | 'N' | null {
  if (range === null || range[side] === null) return null;
  return (side === 'low' ? range.lowInclusive : range.highInclusive) ? 'Y' : 'N';
}
