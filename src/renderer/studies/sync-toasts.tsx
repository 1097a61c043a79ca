import { useCallback } from 'react';
import type { EventData } from '../../shared/contract.ts';
import { useEvent } from '../data/use-event.ts';
import { usePlace } from '../model/model-context.ts';
import { studyPlace } from '../model/place.ts';
import { showAttention, showDone } from '../parts/toasts.tsx';
import { describeRun } from './sync-outcome.ts';

/** Tells how a run came out. */
export function SyncToasts(): null {
  const { go } = usePlace();
  useEvent(
    'sync.done',
    useCallback(
      (result: EventData<'sync.done'>) => {
        for (const { title, says, good, review } of describeRun(result)) {
          const step =
            review === null
              ? {}
              : {
                  step: {
                    label: 'Review',
                    take: () => {
                      go(studyPlace(review, 'changes'));
                    },
                  },
                };
          (good ? showDone : showAttention)({ title, says, ...step });
        }
      },
      [go],
    ),
  );
  return null;
}
