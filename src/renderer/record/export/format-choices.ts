import type { ExportFormat } from '../../../shared/export-formats.ts';

/** The formats to choose from. The second form of Dataset-JSON is a separate choice. */
export const formatChoices: readonly { readonly format: ExportFormat; readonly title: string; readonly says: string }[] = [
  { format: 'xlsx', title: 'Excel workbook', says: 'opens directly' },
  { format: 'csv-excel', title: 'CSV for Excel', says: 'drops leading 0s' },
  { format: 'csv', title: 'CSV, exact', says: 'for R, SAS, Python' },
  { format: 'xpt', title: 'SAS transport', says: 'XPORT, version 5' },
  { format: 'dataset-json', title: 'Dataset-JSON', says: 'CDISC, version 1.1' },
  { format: 'parquet', title: 'Parquet', says: 'DuckDB, R, Python' },
  { format: 'ndjson', title: 'NDJSON', says: 'records as sent' },
];

/** The choice that a format belongs to. */
export function offeredAs(format: ExportFormat): ExportFormat {
  return format === 'dataset-json-nd' ? 'dataset-json' : format;
}
