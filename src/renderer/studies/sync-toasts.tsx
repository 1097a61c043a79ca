import { useCallback } from 'react';
import type { EventData } from '../../shared/contract.ts';
import { useEvent } from '../data/use-event.ts';
import { usePlace } from '../model/model-context.ts';
import { studyPlace } from '../model/place.ts';
import { showAttention, showDone } from '../parts/toasts.tsx';
import { describeOutcome } from './sync-outcome.ts';

/** Tells how each study of a run came out. */
export function SyncToasts(): null {
  const { go } = usePlace();
  useEvent('sync.done', useCallback((result: EventData<'sync.done'>) => {
    for (const study of result.studies) {
      const outcome = describeOutcome(study, result.category);
      if (outcome === null) continue;
      const step = outcome.review ? { step: { label: 'Review', take: () => { go(studyPlace(study.study, 'changes')); } } } : {};
      const show = outcome.good ? showDone : showAttention;
      show({ title: outcome.title, says: outcome.says, ...step });
    }
  }, [go]));
  return null;
}
