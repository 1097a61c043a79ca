import { useState } from 'react';
import { reportOf } from '../../../shared/errors.ts';

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
