import type { ExportFormat, ExportRequest } from '../../shared/calls/export.ts';
import type { HeaderVocabulary } from '../../shared/datasets/declaration.ts';
import { datasets } from '../../shared/datasets/datasets.ts';
import { headerOf } from '../../shared/datasets/headers.ts';
import { exportFileName } from '../../shared/export-names.ts';
import type { Selection } from '../../shared/query.ts';
import type { ExportSource } from './export-source.ts';

export type RowsChoice = 'selected' | 'filtered' | 'all';

/** What the dialog lets a person choose. */
export interface ExportOptions {
  readonly rows: RowsChoice;
  readonly format: ExportFormat;
  readonly vocabulary: HeaderVocabulary;
  readonly columns: 'shown' | 'all';
  readonly delimiter: ExportRequest['delimiter'];
}

export const formatWords: Readonly<Record<ExportFormat, { readonly title: string; readonly says: string }>> = {
  xlsx: { title: 'Excel workbook', says: '.xlsx · opens as it is' },
  'csv-excel': { title: 'CSV for Excel', says: '.csv · may lose leading zeros' },
  csv: { title: 'CSV, exact', says: '.csv · for R, SAS, Python' },
  'dataset-json': { title: 'Dataset-JSON', says: '.json · CDISC 1.1' },
  'dataset-json-nd': { title: 'Dataset-JSON, lines', says: '.ndjson · CDISC 1.1' },
  xpt: { title: 'SAS transport', says: '.xpt · version 5' },
  ndjson: { title: 'NDJSON', says: '.ndjson · one record a line' },
};

export function initialOptions(source: ExportSource, vocabulary: HeaderVocabulary): ExportOptions {
  const rows = source.counts.selected > 0 ? 'selected' : isNarrowed(source) ? 'filtered' : 'all';
  return { rows, format: 'csv', vocabulary, columns: 'shown', delimiter: ',' };
}

export function isNarrowed({ selection }: ExportSource): boolean {
  return selection.where.length > 0 || selection.search !== '' || selection.subjects !== null;
}

export function rowCount(source: ExportSource, rows: RowsChoice): number {
  return source.counts[rows];
}

/** The columns that the file will have; "all" leaves out those that name a person at the site. */
export function columnNames(source: ExportSource, columns: ExportOptions['columns']): readonly string[] {
  if (columns === 'shown') return source.shown;
  return datasets[source.dataset].columns.filter((column) => column.personal !== true).map((column) => column.name);
}

/** The first headings as they will be in the file: "Subject, Collected, Result …". */
export function headerSample(source: ExportSource, options: ExportOptions): string {
  const names = columnNames(source, options.columns);
  const headers = names.slice(0, 3).map((name) => {
    const column = datasets[source.dataset].columns.find((known) => known.name === name);
    return column === undefined ? name : headerOf(column, options.vocabulary);
  });
  return headers.join(', ') + (names.length > headers.length ? ' …' : '');
}

/** Bytes, roughly: a column's width is made for what it usually holds. */
export function guessSize(source: ExportSource, options: ExportOptions): number {
  const names = new Set(columnNames(source, options.columns));
  const columns = datasets[source.dataset].columns.filter((column) => names.has(column.name));
  const line = columns.reduce((sum, column) => sum + column.width / 10 + (options.format === 'ndjson' ? column.name.length + 6 : 1), 2);
  return Math.round(line * rowCount(source, options.rows));
}

/** "22-001_labs_filtered_20260514-1432.csv": no subject in it. */
export function suggestName(source: ExportSource, options: ExportOptions, now: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const stamp = `${String(now.getFullYear())}${two(now.getMonth() + 1)}${two(now.getDate())}-${two(now.getHours())}${two(now.getMinutes())}`;
  const study = source.study.replaceAll(/[^\p{L}\p{N}.-]+/gu, '-');
  return exportFileName(`${study}_${source.dataset}_${options.rows}_${stamp}`, options.format);
}

export function requestOf(source: ExportSource, options: ExportOptions): ExportRequest {
  return {
    study: source.study,
    parts: [{ selection: selectionOf(source, options.rows), sort: [...source.sort], columns: [...columnNames(source, options.columns)] }],
    vocabulary: options.vocabulary,
    format: options.format,
    delimiter: options.delimiter,
    zip: null,
    protection: null,
  };
}

function selectionOf({ selection, chosen, dataset }: ExportSource, rows: RowsChoice): Selection {
  switch (rows) {
    case 'selected':
      return { ...selection, chosen };
    case 'filtered':
      return { ...selection, chosen: null };
    case 'all':
      return { dataset, where: [], search: '', subjects: null, chosen: null };
  }
}
