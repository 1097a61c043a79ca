import { numberIn, textIn } from '../derive/cells.ts';
import { parseCensored, type CensoredResult } from '../derive/censored-result.ts';
import type { Decimal } from '../derive/decimal.ts';
import { memoize } from '../derive/memoize.ts';
import type { StudyTerms } from '../terms/study-terms.ts';
import { decidedUnit, unitIn } from '../terms/units-of-study.ts';
import { standardResult, type StandardResult } from '../units/standard-result.ts';
import { unitNamedIn } from '../units/unit-in-name.ts';
import { derived } from './common-columns.ts';
import type { Row } from './declaration.ts';
import { perRow } from './per-row.ts';

const readCensored = memoize(parseCensored);

/** Returns the test code of a row. */
export type CodeOf = (row: Row, terms: StudyTerms) => string | null;

/** A result such as `<5`; null if it is a number or other text. */
export function censoredIn(row: Row): CensoredResult | null {
  const text = row['result_number'] === null ? textIn(row, 'result') : null;
  return text === null ? null : readCensored(text);
}

/** The number of a row's result with its digits, or its bound with the comparator; null if it is other text. */
function resultIn(row: Row): Decimal | CensoredResult | null {
  const cell = row['result_number'];
  if (typeof cell === 'string' && numberIn(row, 'result_number') !== null) return cell;
  return typeof cell === 'number' ? cell : censoredIn(row);
}

/** The same, with the unit after a bound replaced by the one that a person assigned to its text. */
export function decidedResultIn(row: Row, terms: StudyTerms): Decimal | CensoredResult | null {
  const result = resultIn(row);
  return typeof result === 'object' && result !== null && result.unit !== null
    ? { ...result, unit: decidedUnit(result.unit, terms) }
    : result;
}

/** A result such as `<5` as a sign and a number, for plots and filters. */
export const resultBounds = [
  derived({
    name: 'result_comparator',
    kind: 'text',
    plain: 'Result sign',
    sdtm: null,
    width: 90,
    shown: false,
    tells: 'value',
    categorical: true,
    help: 'The sign of a result known only as below or above a bound, such as "<5".',
    rule: 'The sign in front of the number in the result: <, <=, > or >=; "less than 5" is <5.',
    derive: (row) => censoredIn(row)?.comparator ?? null,
  }),
  derived({
    name: 'result_bound',
    kind: 'number',
    plain: 'Result bound',
    sdtm: null,
    width: 100,
    shown: false,
    tells: 'value',
    help: 'The bound of a result such as "<5". It is not a measured value: exclude it from means.',
    rule: 'The number behind the sign in the result.',
    readFrom: ['result'],
    derive: (row) => censoredIn(row)?.bound ?? null,
  }),
] as const;

/** The result in the standard unit of its test. `domain`: prefix of the SDTM variables. */
export function standardColumns<D extends 'LB' | 'VS'>(domain: D, codeOf: CodeOf) {
  const standardOf = perRow((row, terms): StandardResult | null => {
    const number = numberIn(row, 'result_number');
    if (number === null) return null;
    const unit = unitIn(row, terms) ?? (domain === 'VS' ? unitNamedIn(row) : null);
    return standardResult(number, unit, codeOf(row, terms), terms.system);
  });
  return [
    derived({
      name: 'standard_result',
      kind: 'number',
      plain: 'Standard result',
      sdtm: `${domain}STRESN`,
      width: 120,
      shown: false,
      tells: 'value',
      help: 'The result number in the standard unit of its test. Empty if the unit is unknown; it is never an unconverted number.',
      rule: `Result number converted from the unit as sent into the standard unit of the test code (SI, or conventional by a setting of the study), at 12 digits. ${domain === 'VS' ? 'A vital sign without a unit gets the unit named in its item type (Temperature F). ' : ''}Empty without a test code, and for a unit that is not recognised or cannot be converted.`,
      byTerms: true,
      derive: (row, terms) => standardOf(row, terms)?.value ?? null,
    }),
    derived({
      name: 'standard_unit',
      kind: 'text',
      plain: 'Standard unit',
      sdtm: `${domain}STRESU`,
      width: 110,
      shown: false,
      tells: 'value',
      categorical: true,
      help: 'CDISC unit of the standard result; empty for tests reported without a unit, such as pH.',
      rule: 'The standard unit of the test code, if the standard result has a number.',
      byTerms: true,
      derive: (row, terms) => standardOf(row, terms)?.unit ?? null,
    }),
  ] as const;
}
