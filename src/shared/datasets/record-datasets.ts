import { termDatasets } from '../terms/term-kinds.ts';
import { datasetNames, type DatasetName } from './datasets.ts';

/** The dataset that lists the subjects: the members of the study's Group. */
export const groupDataset = 'subjects' satisfies DatasetName;

/** A dataset with records of subjects. */
export type RecordDataset = Exclude<DatasetName, typeof groupDataset>;

/** All datasets except the Group, in the order used for a subject: results of tests first, then the others in the order of the rail. */
export const recordDatasets: readonly RecordDataset[] = [
  ...termDatasets,
  ...datasetNames.filter((name): name is RecordDataset => name !== groupDataset && !termDatasets.some((test) => test === name)),
];
