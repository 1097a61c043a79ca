import { useCallback } from 'react';
import type { EventData } from '../../../shared/contract.ts';
import { useEvent } from '../../data/calls/use-event.ts';
import { useModel, usePlace } from '../../data/model/model-context.ts';
import { studyPlace } from '../../data/model/place.ts';
import { showAttention, showDone } from '../../ui/parts/toasts.tsx';
import { describeRun } from './sync-outcome.ts';

/** Tells how a run came out. */
export function SyncToasts(): null {
  const model = useModel();
  const { go } = usePlace();
  useEvent(
    'sync.done',
    useCallback(
      (result: EventData<'sync.done'>) => {
        const { byItself } = model.schedule.get();
        for (const notice of describeRun(result).filter(({ news }) => news || !byItself)) {
          const { title, says, good, step } = notice;
          const take = (): void => {
            if (step !== null) go(studyPlace(step.study, step.section));
          };
          (good ? showDone : showAttention)({ title, says, ...(step === null ? {} : { step: { label: step.label, take } }) });
        }
      },
      [go, model],
    ),
  );
  return null;
}
