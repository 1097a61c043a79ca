import { parseCensored } from '../../shared/derive/censored-result.ts';
import { memoize } from '../../shared/derive/memoize.ts';
import type { StudyTerms } from '../../shared/terms/study-terms.ts';
import { decidedUnit, unitOfText } from '../../shared/terms/units-of-study.ts';
import { unitMeaning } from '../../shared/units/read-unit.ts';
import { unitInName } from '../../shared/units/unit-in-name.ts';
import type { TestDataset } from './result-tally.ts';

/** What a result says about its unit. */
export interface SentResult {
  readonly test: string;
  /** As sent. */
  readonly unit: string | null;
  /** The result as received if it is not a number: a bound may include its own unit. */
  readonly text: string | null;
}

/**
 * The unit in which every view reads a result, and whether the limits of its range, which are in the unit of its record, are in that unit.
 */
export interface UnitOfResult {
  readonly unit: string | null;
  readonly hasLimits: boolean;
}

const boundUnit = memoize((text: string) => parseCensored(text)?.unit ?? null);

/**
 * Returns the unit after a bound ("<0.01 mg/dL"), otherwise that of the record, otherwise the one in the item type of a vital sign
 * ("Temperature F"); each as decided for the study in "Tests and units".
 */
export function unitOfResult(dataset: TestDataset, { test, unit, text }: SentResult, terms: StudyTerms): UnitOfResult {
  const ofRecord = unitOfText(unit, terms) ?? (dataset === 'vitals' ? unitInName(test) : null);
  const behind = text === null ? null : boundUnit(text);
  if (behind === null) return { unit: ofRecord, hasLimits: true };
  const own = decidedUnit(behind, terms);
  return { unit: own, hasLimits: ofRecord !== null && unitMeaning(ofRecord) === unitMeaning(own) };
}
