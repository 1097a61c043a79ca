import { createHash } from 'node:crypto';
import type { Dataset } from '../../shared/datasets/datasets.ts';
import { sqlColumns } from '../extract/sql-columns.ts';
import { quoted } from '../store/layout.ts';

/** The columns by which a sync tells whether a record changed, for a SELECT over whole records. */
export function shownColumns(dataset: Dataset): string {
  return [...sqlColumns(dataset).map(({ name }) => name), '_undescribed'].map(quoted).join(', ');
}

/** SHA-256 over the cells of `shownColumns`: the same however the service orders the fields of a record's text. */
export function shownDigest(cells: readonly unknown[]): Buffer {
  return createHash('sha256').update(JSON.stringify(cells)).digest();
}
