import type { DatasetName } from '../../shared/datasets/declaration.ts';

/** One word a dataset, for rail, cards and sentences. */
export const datasetTitles: Readonly<Record<DatasetName, string>> = {
  subjects: 'Subjects',
  medications: 'Medications',
  labs: 'Labs',
  vitals: 'Vitals',
  responses: 'Responses',
};
