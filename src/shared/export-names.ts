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

/** In the folder of a lake: what it is, and which files belong to it; renamed last, so that it never names one that is not whole. */
export const lakeManifestName = '_carrel.json';

/** `labs.csv`. */
export function exportFileName(name: string, format: ExportFormat): string {
  return `${name}.${exportExtensions[format]}`;
}

/** A study's number, or another text, as a part of a file's name: what no system minds. */
export function inFileName(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}.-]+/gu, '-');
}
