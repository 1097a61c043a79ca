import type { Exported } from '../../../shared/calls/export.ts';
import { formatCountOf } from '../../ui/format/numbers.ts';
import { gridOf, wholeDatasets, type ExportOptions, type ExportSubject } from './export-options.ts';

/** "1,234 rows × 12 columns", or "9,876 rows of 5 datasets"; records as they were sent have no columns. */
export function shapeWords(subject: ExportSubject, options: ExportOptions, rows: number, columns: number): string {
  const counted = formatCountOf(rows, 'row');
  if (gridOf(subject.source, options) === null) return `${counted} of ${formatCountOf(wholeDatasets(subject, options).length, 'dataset')}`;
  return columns === 0 ? counted : `${counted} × ${formatCountOf(columns, 'column')}`;
}

/** What was written of a lake: "5 files with 9,876 rows, up to generation 7", or that nothing was new. */
export function lakeWords({ files = 0, rows, generation }: Pick<Exported, 'files' | 'rows' | 'generation'>): string {
  const latest = `generation ${String(generation ?? 0)}`;
  return files === 0
    ? `Nothing is new: the lake has ${latest}`
    : `${formatCountOf(files, 'file')} with ${formatCountOf(rows, 'row')}, up to ${latest}`;
}
