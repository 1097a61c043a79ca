import type { Column, DatasetDeclaration } from './declaration.ts';
import { labs } from './labs.ts';
import { medications } from './medications.ts';
import { responses } from './responses.ts';
import { subjects } from './subjects.ts';
import { vitals } from './vitals.ts';

/** The declared datasets, in the order of the rail. This is the only list of datasets. */
const list = [subjects, medications, labs, vitals, responses] as const;

export type DatasetName = (typeof list)[number]['name'];

/** A declaration on the list. */
export interface Dataset extends DatasetDeclaration {
  readonly name: DatasetName;
}

const declared: readonly Dataset[] = list;

/** The names of the datasets, in the order of the rail. */
export const datasetNames: readonly DatasetName[] = declared.map(({ name }) => name);

/** The datasets by name, in the order of the rail. */
export const datasets = mapDatasets((dataset) => dataset);

/** Maps each dataset to a value, by name, in the order of the rail. */
export function mapDatasets<T>(of: (dataset: Dataset) => T): Readonly<Record<DatasetName, T>> {
  return Object.fromEntries(declared.map((dataset) => [dataset.name, of(dataset)])) as Record<DatasetName, T>;
}

/** The column with that name, or undefined; names are case-sensitive. */
export function columnOf(dataset: Dataset, name: string): Column | undefined {
  return dataset.columns.find((column) => column.name === name);
}
