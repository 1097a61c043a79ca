import { createHash } from 'node:crypto';
import type { Dataset } from '../../shared/datasets/datasets.ts';
import { sqlColumns } from '../extract/sql-columns.ts';
import { quoted } from '../store/database/layout.ts';

/** Columns by which a sync detects changes of a record, for a SELECT over whole records. */
export function shownColumns(dataset: Dataset): string {
  return [...sqlColumns(dataset).map(({ name }) => name), '_undescribed'].map(quoted).join(', ');
}

/** SHA-256 over the cells of `shownColumns`, independent of the order of fields in a record's text. */
export function shownDigest(cells: readonly unknown[]): Buffer {
  return createHash('sha256').update(JSON.stringify(cells)).digest();
}
