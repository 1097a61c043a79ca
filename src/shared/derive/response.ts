import type { Row } from '../datasets/declaration.ts';
import { numberIn, textIn } from './cells.ts';
import { parseChange } from './change-text.ts';
import { difference, withoutNoise } from './decimal.ts';

const CRITERIA = 'RECIST 1.1';
const MEASUREMENT = 'targetsum';
const UNIT = 'mm';

/** By conclusion in lowercase: another spelling is listed as an issue, but means the same. */
const responseCodes: ReadonlyMap<string, string> = new Map([
  ['complete response', 'CR'],
  ['partial response', 'PR'],
  ['stable disease', 'SD'],
  ['progressive disease', 'PD'],
  ['not evaluable', 'NE'],
  ['non-cr/non-pd', 'NON-CR/NON-PD'],
]);

/** RSSTRESC: the code of a RECIST 1.1 conclusion; null for `Undefined`, `Yes`, `No`, other criteria and anything else. */
export function responseCode(row: Row): string | null {
  const conclusion = textIn(row, 'conclusion');
  return conclusion === null || !isRecist(row) ? null : (responseCodes.get(plainName(conclusion)) ?? null);
}

/** Whether an assessment's name is that of the baseline, in any spelling. */
export function isBaselineName(name: string | null): boolean {
  return name !== null && plainName(name) === 'baseline';
}

function plainName(name: string): string {
  return name.trim().replace(/\s+/g, ' ').toLowerCase();
}

const otherCriteria = 'criteria are not RECIST 1.1';
/** The only reason of `notDerivedBecause` that does not keep a sum from being compared. */
export const otherConclusion = 'conclusion is not a RECIST 1.1 response';

/** Whether the reason, or the first of several, is that the assessment is by other criteria. */
export function isByOtherCriteria(reasons: string | null): boolean {
  return reasons?.startsWith(otherCriteria) === true;
}

/** Why something cannot be derived for an assessment, in words; null if everything can. */
export function notDerivedBecause(row: Row): string | null {
  const reasons: string[] = [];
  if (!isRecist(row)) reasons.push(otherCriteria);
  else if (textIn(row, 'conclusion') !== null && responseCode(row) === null) reasons.push(otherConclusion);
  if (textIn(row, 'measurement') !== MEASUREMENT) reasons.push('measurement is not the target sum');
  if (!isInMillimetres(row)) reasons.push('unit is not mm');
  if ((numberIn(row, 'current_value') ?? 0) < 0) reasons.push('the sum is below 0');
  return reasons.length === 0 ? null : reasons.join('; ');
}

/** BASE: current sum minus its change from baseline; the baseline assessment is its own baseline. */
export function baselineSum(row: Row): number | null {
  const sum = targetSum(row);
  if (sum === null) return null;
  const change = parseChange(textIn(row, 'change_from_baseline_text'));
  if (change !== null) return difference(sum, change);
  return isBaselineName(textIn(row, 'assessment')) ? sum : null;
}

/** NADIR: the smallest earlier sum of the case as the service saw it, which is the current sum minus its change from nadir. */
export function nadirSum(row: Row): number | null {
  const sum = targetSum(row);
  const change = parseChange(textIn(row, 'change_from_nadir_text'));
  return sum === null || change === null ? null : difference(sum, change);
}

/**
 * PCHG in percent, unrounded except for the noise of binary fractions: -30 is exactly -30. Null without a change or if the baseline is 0.
 */
export function percentChangeFromBaseline(row: Row): number | null {
  return percent(parseChange(textIn(row, 'change_from_baseline_text')), baselineSum(row));
}

/** PCHGNAD in percent, computed the same way; null without a change or if the nadir is 0. */
export function percentChangeFromNadir(row: Row): number | null {
  return percent(parseChange(textIn(row, 'change_from_nadir_text')), nadirSum(row));
}

/**
 * The current value if it is the target sum of a RECIST 1.1 assessment in mm; null for anything else and for values below 0, which no sum
 * of diameters can be.
 */
export function targetSum(row: Row): number | null {
  const usable = isRecist(row) && textIn(row, 'measurement') === MEASUREMENT && isInMillimetres(row);
  const value = usable ? numberIn(row, 'current_value') : null;
  return value === null || value < 0 ? null : value;
}

function isRecist(row: Row): boolean {
  return textIn(row, 'criteria') === CRITERIA;
}

/** Changes are always in mm (spec 2.4), so a sum in another unit cannot be compared with them. */
function isInMillimetres(row: Row): boolean {
  const unit = textIn(row, 'unit');
  return unit === null || plainName(unit) === UNIT;
}

function percent(change: number | null, reference: number | null): number | null {
  return change === null || reference === null || reference <= 0 ? null : withoutNoise((100 * change) / reference);
}
