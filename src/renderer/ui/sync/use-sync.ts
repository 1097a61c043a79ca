import { useCallback } from 'react';
import { reportOf } from '../../../shared/errors.ts';
import { startSync } from '../../data/model/actions.ts';
import { useModel } from '../../data/model/model-context.ts';
import { showFailure } from '../parts/toasts.tsx';

/** Starts and cancels syncs; what goes wrong is told in a toast. */
export function useSync(): { readonly start: (studies: readonly string[]) => void; readonly cancel: () => void } {
  const model = useModel();
  const start = useCallback(
    (studies: readonly string[]) => {
      startSync(model, studies).catch((error: unknown) => {
        // A cancelled run tells so itself, with its outcome.
        if (reportOf(error).category !== 'CANCELLED') showFailure('The sync did not run', error);
      });
    },
    [model],
  );
  const cancel = useCallback(() => {
    model.data.call('sync.cancel').catch((error: unknown) => {
      showFailure('The sync could not be cancelled', error);
    });
  }, [model]);
  return { start, cancel };
}
