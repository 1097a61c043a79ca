import { IconUsers } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { StudyCard } from '../../../../shared/contract.ts';
import { formatCountOf } from '../../../ui/format/numbers.ts';
import { usePlace } from '../../../data/model/model-context.ts';
import { studyPlace } from '../../../data/model/place.ts';
import { datasetIcons } from '../../../ui/parts/dataset-icons.ts';
import { NotMirrored } from '../../../ui/sync/not-mirrored.tsx';
import { datasetTitles } from '../../../ui/parts/dataset-titles.ts';
import { Empty } from '../../../ui/parts/states.tsx';
import { useSubjectFilter } from '../../../data/model/use-subject-filter.ts';

/** Why there is no test to draw: never mirrored, none sent, or none left by the subject filter. */
export function NoResults({
  card,
  dataset,
  isNone,
}: {
  readonly card: StudyCard;
  readonly dataset: 'labs' | 'vitals';
  /** Whether there are no results at all, of whatever kind. */
  readonly isNone: boolean;
}): ReactNode {
  const { study, status } = card;
  const { go } = usePlace();
  const [filter, setFilter] = useSubjectFilter(study);
  const known = status.datasets.find((one) => one.dataset === dataset);
  const title = datasetTitles[dataset];
  const toRows = {
    label: `Go to ${title}`,
    take: () => {
      go(studyPlace(study, dataset));
    },
  };
  if (known === undefined || known.asOf === null) return <NotMirrored card={card} dataset={dataset} />;
  if (filter !== null && known.records > 0)
    return (
      <Empty
        icon={IconUsers}
        title={
          isNone
            ? `The ${formatCountOf(filter.subjects.length, 'subject')} of the filter ${filter.subjects.length === 1 ? 'has' : 'have'} no ${dataset}`
            : `No result in ${title} of the ${formatCountOf(filter.subjects.length, 'subject')} of the filter is a number`
        }
        says="The subject filter in the top bar rules every figure of this study."
        step={{
          label: 'Show all subjects',
          take: () => {
            setFilter(null);
          },
        }}
      />
    );
  return <Empty icon={datasetIcons[dataset]} title={`No result in ${title} of this study is a number`} step={toRows} />;
}
