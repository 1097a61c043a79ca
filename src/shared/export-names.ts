import type { ExportFormat } from './export-formats.ts';

const exportExtensions: Readonly<Record<ExportFormat, string>> = {
  xlsx: 'xlsx',
  csv: 'csv',
  'csv-excel': 'csv',
  'dataset-json': 'json',
  'dataset-json-nd': 'ndjson',
  xpt: 'xpt',
  parquet: 'parquet',
  ndjson: 'ndjson',
};

/** `labs.csv`. */
export function exportFileName(name: string, format: ExportFormat): string {
  return `${name}.${exportExtensions[format]}`;
}
