import { setImmediate } from 'node:timers/promises';
import { AppError, errorCodes } from '../shared/errors.ts';

/** A signal that the first Ctrl-C aborts, so that work ends cleanly; the second one ends the process at once. */
export function cancelOnSignals(process: NodeJS.Process): AbortSignal {
  const controller = new AbortController();
  const stop = (): void => {
    if (controller.signal.aborted) process.exit(errorCodes.CANCELLED.exit);
    controller.abort();
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, stop);
  return controller.signal;
}

/** Lets a signal arrive, and a reader that went away be noticed, between two steps of work. Throws CANCELLED after a signal. */
export async function hearCancel(signal: AbortSignal): Promise<void> {
  await setImmediate();
  if (signal.aborted) throw new AppError('CANCELLED', 'Cancelled. Nothing was changed.');
}
