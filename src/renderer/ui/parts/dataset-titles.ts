import type { Dataset, DatasetName } from '../../../shared/datasets/declaration.ts';

/** One word a dataset, for rail, cards and sentences. */
export const datasetTitles: Readonly<Record<DatasetName, string>> = {
  subjects: 'Subjects',
  medications: 'Medications',
  labs: 'Labs',
  vitals: 'Vitals',
  responses: 'Responses',
};

/** "Lab result": what one record is. */
export function singularTitle({ singular }: Dataset): string {
  return singular.charAt(0).toUpperCase() + singular.slice(1);
}
