import { useCallback } from 'react';
import type { DatasetName } from '../../../shared/datasets/declaration.ts';
import { useModel } from '../../data/model/model-context.ts';
import { datasetTitles } from '../../ui/parts/dataset-titles.ts';
import { showFailure } from '../../ui/parts/toasts.tsx';
import { useSubjectFilter } from '../../data/model/use-subject-filter.ts';

/** Makes the subject filter of the subjects that have nothing in a dataset. */
export function useKeepWithout(study: string): (dataset: DatasetName) => void {
  const { data } = useModel();
  const [, setFilter] = useSubjectFilter(study);
  return useCallback(
    (dataset) => {
      const everything = { dataset, where: [], search: '', subjects: null, chosen: null };
      Promise.all([
        data.call('subjects.list', { study, selection: null }),
        data.call('subjects.list', { study, selection: everything }),
      ]).then(
        ([all, having]) => {
          const has = new Set(having.subjects);
          setFilter({
            subjects: all.subjects.filter((subject) => !has.has(subject)),
            says: `without ${datasetTitles[dataset].toLowerCase()}`,
          });
        },
        (error: unknown) => {
          showFailure('The subjects could not be read', error);
        },
      );
    },
    [data, study, setFilter],
  );
}
