import { formatCountOf } from '../../ui/format/numbers.ts';
import { gridOf, wholeDatasets, type ExportOptions, type ExportSubject } from './export-options.ts';

/** "1,234 rows × 12 columns", or "9,876 rows of 5 datasets"; records as they were sent have no columns. */
export function shapeWords(subject: ExportSubject, options: ExportOptions, rows: number, columns: number): string {
  const counted = formatCountOf(rows, 'row');
  if (gridOf(subject.source, options) === null) return `${counted} of ${formatCountOf(wholeDatasets(subject, options).length, 'dataset')}`;
  return columns === 0 ? counted : `${counted} × ${formatCountOf(columns, 'column')}`;
}
