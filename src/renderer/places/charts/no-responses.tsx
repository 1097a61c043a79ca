import { IconTarget, IconUsers } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { StudyCard } from '../../../shared/contract.ts';
import { usePlace } from '../../data/model/model-context.ts';
import { studyPlace } from '../../data/model/place.ts';
import { AllAfter } from '../../record/cut-off/all-after.tsx';
import { isAllAfter, upToCutOff } from '../../record/cut-off/cut-off.ts';
import { NotMirrored } from '../../ui/sync/not-mirrored.tsx';
import { Empty } from '../../ui/parts/states.tsx';
import { useSubjectFilter } from '../../data/model/use-subject-filter.ts';

/** Why there is nothing to draw: never mirrored, none sent, or none left by the data cut-off or the subject filter. */
export function NoResponses({ card }: { readonly card: StudyCard }): ReactNode {
  const { study, status } = card;
  const { go } = usePlace();
  const [filter, setFilter] = useSubjectFilter(study);
  const responses = status.datasets.find(({ dataset }) => dataset === 'responses');
  const toResponses = {
    label: 'Go to Responses',
    take: () => {
      go(studyPlace(study, 'responses'));
    },
  };
  if (responses === undefined || responses.asOf === null) return <NotMirrored card={card} dataset="responses" />;
  if (card.cutOff !== null && isAllAfter(card, 'responses')) return <AllAfter dataset="responses" date={card.cutOff.date} />;
  if (filter !== null && responses.records > 0)
    return (
      <Empty
        icon={IconUsers}
        title={`No assessments for these subjects${upToCutOff(card)}`}
        says={`No subject in the filter was assessed${upToCutOff(card)} (${filter.says}).`}
        step={{
          label: 'Show all subjects',
          take: () => {
            setFilter(null);
          },
        }}
      />
    );
  return <Empty icon={IconTarget} title="The service sent no response assessments for this study" step={toResponses} />;
}
