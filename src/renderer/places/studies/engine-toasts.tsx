import { useCallback } from 'react';
import type { EventData } from '../../../shared/contract.ts';
import { useEvent } from '../../data/calls/use-event.ts';
import { followNewWriter, refreshStudies } from '../../data/model/actions.ts';
import { useModel } from '../../data/model/model-context.ts';
import { showAttention } from '../../ui/parts/toasts.tsx';

const stopped = {
  reader:
    'The part that reads the studies stopped several times in a row, so rows cannot be shown now. What was mirrored is unchanged. Lock Carrel and unlock it to start that part again.',
  writer:
    'The part that syncs stopped several times in a row. Everything mirrored can still be read and exported. Lock Carrel and unlock it to start that part again.',
} as const;

/** Tells when an engine was given up, and when a sync ended with the writer that ran it. */
export function EngineToasts(): null {
  const model = useModel();
  useEvent(
    'engine.changed',
    useCallback(
      ({ host, running }: EventData<'engine.changed'>) => {
        if (!running) {
          model.sync.update((state) => (host === 'writer' ? new Map() : state));
          showAttention({ title: 'A part of Carrel stopped', says: stopped[host] });
        } else if (host === 'reader') void refreshStudies(model);
        else {
          const following = followNewWriter(model).then((lost) => {
            if (lost)
              showAttention({
                title: 'The sync stopped',
                says: 'The part of Carrel that syncs stopped and was started again. What was mirrored is unchanged, and the pages fetched so far are kept: sync again to go on.',
              });
          });
          following.catch(() => undefined);
        }
      },
      [model],
    ),
  );
  return null;
}
