import { useCallback, useState } from 'react';
import { useModel, usePlace } from '../../data/model/model-context.ts';
import { studyOf } from '../../data/model/place.ts';
import type { PaletteGroup } from './palette-entry.ts';
import { testEntries } from './palette-places.ts';

interface Known {
  readonly study: string;
  readonly groups: readonly PaletteGroup[];
}

/** The tests of the study that somebody is in, read when the palette opens. */
export function useTestGroups(): { readonly tests: readonly PaletteGroup[]; readonly readTests: () => void } {
  const { data } = useModel();
  const study = studyOf(usePlace().place);
  const [known, setKnown] = useState<Known | null>(null);
  const readTests = useCallback(() => {
    if (study === null) return;
    const read = async (dataset: 'labs' | 'vitals'): Promise<PaletteGroup> => {
      const { tests } = await data.call('tests.list', { study, dataset, subjects: null });
      return { title: `Tests in ${study}`, entries: testEntries(study, dataset, tests), onlySearched: true };
    };
    Promise.all([read('labs'), read('vitals')]).then(
      ([labs, vitals]) => {
        setKnown({ study, groups: [{ ...labs, entries: [...labs.entries, ...vitals.entries] }] });
      },
      // Places and actions are found without them; what hinders the reader is said where its data is shown.
      () => {
        setKnown(null);
      },
    );
  }, [data, study]);
  return { tests: known !== null && known.study === study ? known.groups : [], readTests };
}
