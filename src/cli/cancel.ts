import { errorCodes } from '../shared/errors.ts';

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
