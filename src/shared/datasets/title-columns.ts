import type { DatasetName } from './datasets.ts';

/** The columns that say what a record is, and those that say whose and when. */
export const titleColumns: Readonly<Record<DatasetName, { readonly title: readonly string[]; readonly context: readonly string[] }>> = {
  subjects: { title: ['subject'], context: ['unique_subject', 'study'] },
  medications: { title: ['medication', 'dose', 'dose_unit'], context: ['subject', 'started'] },
  labs: { title: ['test', 'result', 'unit'], context: ['subject', 'visit', 'collected'] },
  vitals: { title: ['test', 'result', 'unit'], context: ['subject', 'visit', 'collected'] },
  responses: { title: ['assessment', 'conclusion'], context: ['subject', 'assessed'] },
};
