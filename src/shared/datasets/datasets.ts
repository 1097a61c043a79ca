import type { Column, Dataset, DatasetName } from './declaration.ts';
import { labs } from './labs.ts';
import { medications } from './medications.ts';
import { responses } from './responses.ts';
import { subjects } from './subjects.ts';
import { vitals } from './vitals.ts';

/** The five datasets by name, in the order of the rail. */
export const datasets: Readonly<Record<DatasetName, Dataset>> = { subjects, medications, labs, vitals, responses };

/** The column of that name, or undefined; names are case-sensitive. */
export function columnOf(dataset: Dataset, name: string): Column | undefined {
  return dataset.columns.find((column) => column.name === name);
}
