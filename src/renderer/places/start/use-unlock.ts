import { useEffect, useState } from 'react';
import { reportOf } from '../../../shared/errors.ts';
import { refreshApp } from '../../data/model/actions.ts';
import { useApp, useModel } from '../../data/model/model-context.ts';

interface Unlocking {
  /** A null passphrase means the system key store. */
  readonly unlock: (passphrase: string | null) => void;
  readonly busy: boolean;
  readonly problem: string | null;
  /** Seconds until the next attempt is allowed. */
  readonly wait: number;
}

/** Unlocks the vault. After a refusal, the refreshed app state says how long to wait. */
export function useUnlock(): Unlocking {
  const model = useModel();
  const app = useApp();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const wait = useCountdown(app.wait, app);
  const unlock = (passphrase: string | null): void => {
    setBusy(true);
    setProblem(null);
    const tried = model.data.call('vault.unlock', { passphrase }).catch((error: unknown) => {
      setProblem(reportOf(error).message);
    });
    tried
      .then(() => refreshApp(model))
      .catch((error: unknown) => {
        setProblem(reportOf(error).message);
      })
      .finally(() => {
        setBusy(false);
      });
  };
  return { unlock, busy, problem, wait };
}

/** Counts down from `seconds`; a new `from` object restarts it. */
function useCountdown(seconds: number, from: object): number {
  const [passed, setPassed] = useState({ from, seconds: 0 });
  const gone = passed.from === from ? passed.seconds : 0;
  const left = Math.max(0, seconds - gone);
  useEffect(() => {
    if (left === 0) return undefined;
    const timer = setTimeout(() => {
      setPassed({ from, seconds: gone + 1 });
    }, 1000);
    return () => {
      clearTimeout(timer);
    };
  }, [left, gone, from]);
  return left;
}
