import type { Dataset } from '../../shared/datasets/datasets.ts';
import { isDerived, type Column } from '../../shared/datasets/declaration.ts';

export type SqlValue = string | number | null;

/** One column of a dataset's table, in the order of an extracted row's values. */
export interface SqlColumn {
  readonly name: string;
  readonly type: 'TEXT' | 'REAL';
  readonly column: Column;
  readonly holds: 'cell' | 'sent' | 'at';
}

/**
 * The columns of a dataset's table: the declared ones in order, then their companions: `_sent`, the digits of a number that JavaScript
 * would not reproduce, and `_at`, a date-time in milliseconds: the wall clock as if UTC, or the instant if there is an offset and the
 * column is not `local`.
 */
export function sqlColumns(dataset: Dataset): readonly SqlColumn[] {
  const cells = dataset.columns.map((column) => ({
    name: column.name,
    type: column.kind === 'number' ? ('REAL' as const) : ('TEXT' as const),
    column,
    holds: 'cell' as const,
  }));
  const sent = dataset.columns
    .filter((column) => column.kind === 'number' && !isDerived(column))
    .map((column) => ({ name: `${column.name}_sent`, type: 'TEXT' as const, column, holds: 'sent' as const }));
  const at = dataset.columns
    .filter((column) => column.kind === 'datetime')
    .map((column) => ({ name: `${column.name}_at`, type: 'REAL' as const, column, holds: 'at' as const }));
  return [...cells, ...sent, ...at];
}
