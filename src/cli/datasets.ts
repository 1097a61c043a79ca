import { AppError } from '../shared/errors.ts';
import { datasetNames, type DatasetName } from '../shared/datasets/datasets.ts';
import { nearestName } from '../shared/nearest-name.ts';

/** A dataset by name. Throws USAGE naming the nearest one. */
export function readDataset(name: string): DatasetName {
  const found = datasetNames.find((known) => known === name);
  if (found !== undefined) return found;
  const nearest = nearestName(name, datasetNames);
  throw new AppError(
    'USAGE',
    `There is no dataset "${name.slice(0, 40)}". ${nearest === null ? `The datasets are: ${datasetNames.join(', ')}.` : `Did you mean "${nearest}"?`}`,
  );
}

/** Reads `labs,vitals` as datasets, each once, in declared order; null if the option was not given. Throws USAGE. */
export function readDatasets(text: string | null): readonly DatasetName[] | null {
  if (text === null) return null;
  const wanted = new Set(text.split(',').map((name) => readDataset(name.trim())));
  return datasetNames.filter((name) => wanted.has(name));
}
