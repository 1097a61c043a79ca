import { useState, useCallback } from 'react';
import { reportOf } from '../../../shared/errors.ts';
import type { Preferences } from '../../../shared/contract.ts';
import { changePreferences } from '../../data/model/actions.ts';
import { useModel } from '../../data/model/model-context.ts';
import { showFailure } from './toasts.tsx';

interface Attempt {
  readonly busy: boolean;
  /** Why the last try failed. */
  readonly problem: string | null;
  /** Stays busy after a success: what comes of it takes the dialog away. */
  readonly attempt: (action: () => Promise<void>) => void;
}

/** The action of a dialog that asks before it acts. */
export function useAttempt(): Attempt {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const attempt = (action: () => Promise<void>): void => {
    setBusy(true);
    setProblem(null);
    action().catch((error: unknown) => {
      setProblem(reportOf(error).message);
      setBusy(false);
    });
  };
  return { busy, problem, attempt };
}

/** Changes preferences at once and keeps them; what goes wrong is told in a toast. */
export function useChangePreferences(): (change: Partial<Preferences>) => void {
  const model = useModel();
  return useCallback(
    (change) => {
      changePreferences(model, change).catch((error: unknown) => {
        showFailure('The setting could not be saved', error);
      });
    },
    [model],
  );
}
