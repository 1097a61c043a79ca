import { IconUsers } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { StudyCard } from '../../../shared/contract.ts';
import { NotMirrored } from '../../ui/sync/not-mirrored.tsx';
import { Empty } from '../../ui/parts/states.tsx';
import { useSubjectFilter } from '../../data/model/use-subject-filter.ts';

/** Why nobody is shown, and the step that helps. */
export function NoSubjects({
  card,
  any,
  onShowAll,
}: {
  readonly card: StudyCard;
  readonly any: boolean;
  readonly onShowAll: () => void;
}): ReactNode {
  const [filter, setFilter] = useSubjectFilter(card.study);
  if (any)
    return (
      <div className="empty-rows">
        <Empty
          icon={IconUsers}
          title="No subject matches"
          says="Search and filters leave nobody."
          step={{ label: 'Show all', take: onShowAll }}
        />
      </div>
    );
  if (filter !== null)
    return (
      <div className="empty-rows">
        <Empty
          icon={IconUsers}
          title="Nobody of the subject filter is here"
          step={{
            label: 'Show all subjects',
            take: () => {
              setFilter(null);
            },
          }}
        />
      </div>
    );
  return (
    <div className="empty-rows">
      <NotMirrored card={card} dataset="subjects" />
    </div>
  );
}
