import { AppError } from '../errors.ts';
import { datasetNames, type Column, type Dataset, type DatasetName } from './declaration.ts';
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

/** The column of that name; throws USAGE with the nearest help where there is none. */
export function requireColumn(dataset: Dataset, name: string): Column {
  const column = columnOf(dataset, name);
  if (column === undefined) throw new AppError('USAGE', `${dataset.title} has no column "${name.slice(0, 64)}". The columns are listed in docs/columns.md.`);
  return column;
}

/** True for one of the five names. */
export function isDatasetName(name: string): name is DatasetName {
  return (datasetNames as readonly string[]).includes(name);
}
