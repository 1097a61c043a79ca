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

/**
 * The file in a lake's folder that says what it is and which files belong to it. It is renamed last, so that it never names an incomplete
 * file.
 */
export const lakeManifestName = '_carrel.json';
/** A file of a lake, relative to its folder, with `/`. */
export const lakeFileForm = /^study=[^/\\]+\/dataset=[a-z]+\/generation=\d+\/part-\d+\.parquet$/;
/** A folder of a lake that holds such a file, or is above one. */
export const lakePartitionForm = /^(?:study|dataset|generation)=/;

/** `labs.csv`. */
export function exportFileName(name: string, format: ExportFormat): string {
  return `${name}.${exportExtensions[format]}`;
}

/** Makes a text, such as a study number, safe to use in a file name on every system. */
export function inFileName(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}.-]+/gu, '-');
}
