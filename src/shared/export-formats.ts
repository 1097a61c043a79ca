export const exportFormats = ['xlsx', 'csv', 'csv-excel', 'dataset-json', 'dataset-json-nd', 'xpt', 'parquet', 'ndjson'] as const;
export type ExportFormat = (typeof exportFormats)[number];
