import { useCallback } from 'react';
import type { Preferences } from '../../../shared/contract.ts';
import { changePreferences } from '../../data/model/actions.ts';
import { useModel } from '../../data/model/model-context.ts';
import { showFailure } from './toasts.tsx';

/** Changes preferences at once and keeps them; what goes wrong is told in a toast. */
export function useChangePreferences(): (change: Partial<Preferences>) => void {
  const model = useModel();
  return useCallback(
    (change) => {
      changePreferences(model, change).catch((error: unknown) => {
        showFailure('The setting could not be kept', error);
      });
    },
    [model],
  );
}
