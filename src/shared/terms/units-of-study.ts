import type { Row } from '../datasets/declaration.ts';
import { textIn } from '../derive/cells.ts';
import { saysNoUnit } from '../units/read-unit.ts';
import { memoizeByOwner } from '../derive/memoize.ts';
import type { StudyTerms } from './study-terms.ts';

/** The unit of a record: the UCUM code a person assigned to its text in this study, otherwise the text as sent; null if it has none. */
export function unitIn(row: Row, terms: StudyTerms): string | null {
  return unitOfText(textIn(row, 'unit'), terms);
}

/** The same for a text as sent. An empty text, "N/A" and "none" are no unit, unless a person decided otherwise. */
export function unitOfText(sent: string | null, terms: StudyTerms): string | null {
  const unit = sent === null ? null : decidedUnit(sent, terms);
  return unit === null || saysNoUnit(unit) ? null : unit;
}

/** The UCUM code a person assigned to a unit's text in this study, otherwise the text as sent. */
export function decidedUnit(sent: string, terms: StudyTerms): string {
  return terms.units.length === 0 ? sent : (decidedUnits(terms).get(sent) ?? sent);
}

const decidedUnits = memoizeByOwner(({ units }: StudyTerms) => new Map(units.map(({ text, unit }) => [text, unit])));
