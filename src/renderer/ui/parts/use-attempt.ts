import { useState, useCallback } from 'react';
import { reportOf } from '../../../shared/errors.ts';
import type { Preferences } from '../../../shared/contract.ts';
import { changePreferences } from '../../data/model/actions.ts';
import { useModel } from '../../data/model/model-context.ts';
import { showFailure } from './toasts.tsx';

interface Attempt {
  readonly busy: boolean;
  /** Why the last attempt failed; null if it did not. */
  readonly problem: string | null;
  /** Stays busy after success, because the result closes the dialog. */
  readonly attempt: (action: () => Promise<void>) => void;
}

/** Runs the action of a confirmation dialog. */
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

/** Changes and saves preferences; an error is shown in a toast. */
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
