import type { Row } from '../datasets/declaration.ts';
import { textIn } from '../derive/cells.ts';
import { perTerms, type StudyTerms } from './study-terms.ts';

/** The unit of a record: the UCUM code a person assigned to its text in this study, otherwise the text as sent; null if there is none. */
export function unitIn(row: Row, terms: StudyTerms): string | null {
  const sent = textIn(row, 'unit');
  return sent === null ? null : decidedUnit(sent, terms);
}

/** The UCUM code a person assigned to a unit's text in this study, otherwise the text as sent. */
export function decidedUnit(sent: string, terms: StudyTerms): string {
  return terms.units.length === 0 ? sent : (decidedUnits(terms).get(sent) ?? sent);
}

const decidedUnits = perTerms(({ units }) => new Map(units.map(({ text, unit }) => [text, unit])));
