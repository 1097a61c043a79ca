import type { StudyTerms } from '../terms/study-terms.ts';
import type { Row } from './declaration.ts';

/**
 * Computes what several derived columns of a row need once per row, by caching the last one: the columns of a row are derived one after
 * the other.
 */
export function perRow<T>(read: (row: Row, terms: StudyTerms) => T): (row: Row, terms: StudyTerms) => T {
  let latest: { readonly row: Row; readonly terms: StudyTerms; readonly answer: T } | null = null;
  return (row, terms) => {
    if (latest?.row !== row || latest.terms !== terms) latest = { row, terms, answer: read(row, terms) };
    return latest.answer;
  };
}
