import type { CellValue } from '../../shared/datasets/declaration.ts';
import { longestShown, shortText } from '../../shared/short-text.ts';

/** Most entries of a list in an answer for a table or a list. */
const mostListed = 1000;

/** A value for a table or a list, which draw all of it: a long text and a long list end early. Records and exports have them in full. */
export function shortened<T extends CellValue>(value: T): T;
export function shortened(value: CellValue): CellValue {
  if (typeof value === 'string') return shortText(value);
  return Array.isArray(value) ? value.slice(0, mostListed).map(shortText) : value;
}

/** The same for what no column describes: a JSON list of paths and values, which stays one. */
export function shortenedUndescribed(value: CellValue): CellValue {
  if (typeof value !== 'string' || value.length <= longestShown) return shortened(value);
  const listed: unknown = JSON.parse(value);
  if (!Array.isArray(listed)) return shortened(value);
  return JSON.stringify(
    listed
      .slice(0, mostListed)
      .map((one: unknown) => Object.fromEntries(Object.entries(Object(one) as object).map(([name, of]) => [name, shortText(String(of))]))),
  );
}
