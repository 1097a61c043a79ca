import type { Dataset } from '../../shared/datasets/datasets.ts';
import { isDerived } from '../../shared/datasets/declaration.ts';
import { defaultTerms, type StudyTerms } from '../../shared/terms/study-terms.ts';
import { termsDigest } from './terms-digest.ts';
import { digestOf } from '../bundle/bundle-entry.ts';

/**
 * Increased when the reading of resources changes for the same declaration. If it changes which entries have a record, site packs that were
 * proven before count otherwise than their proofs say, and are refused.
 */
const READING = 6;

/**
 * Identifies the declaration, and the terms if its columns use them, with which rows were read: version, columns and paths (spec fields),
 * hex.
 */
export function fingerprintOf(dataset: Dataset, terms: StudyTerms = defaultTerms): string {
  const columns = dataset.columns.map((column) =>
    isDerived(column)
      ? [column.name, column.kind, column.shared === true, column.rule]
      : [
          column.name,
          column.kind,
          column.shared === true,
          column.paths,
          column.numberAsText === true,
          column.required === true,
          column.local === true,
          column.expected ?? null,
          column.sign ?? null,
          column.beside ?? null,
          column.readRule ?? null,
          column.split !== undefined,
        ],
  );
  return digestOf(
    JSON.stringify([
      READING,
      dataset.version,
      dataset.key,
      dataset.resourceType,
      dataset.repeated ?? null,
      dataset.described,
      dataset.indexes,
      columns,
      usesTerms(dataset) ? termsDigest(terms) : null,
    ]),
  );
}

function usesTerms({ columns }: Dataset): boolean {
  return columns.some((column) => isDerived(column) && column.byTerms === true);
}
