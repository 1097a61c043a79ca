import type { ExportRequest } from '../../src/shared/calls/export.ts';
import { labs } from '../../src/shared/datasets/labs.ts';

/** All labs of a study as CSV. */
export function allLabs(study: string): ExportRequest {
  return {
    study,
    parts: [
      {
        selection: { dataset: 'labs', where: [], search: '', subjects: null, chosen: null },
        sort: [],
        columns: labs.columns.map(({ name }) => name),
      },
    ],
    vocabulary: 'plain',
    format: 'csv',
    delimiter: ',',
    zip: null,
    protection: null,
  };
}
