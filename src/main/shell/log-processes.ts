import { constants } from 'node:os';
import { app } from 'electron';
import { faultOf } from '../../shared/fault.ts';
import { knownWords } from '../../shared/log-event.ts';
import { isFallbackRuntime } from '../../shared/runtime.ts';
import type { Log } from '../platform/log-file.ts';

/** Logs start, end, uncaught errors and processes that end unexpectedly. Engines that are done are ended by SIGTERM, which is not logged. */
export function logProcesses(log: Log): void {
  const { platform, versions } = process;
  log.add({
    event: 'started',
    version: app.getVersion(),
    electron: versions.electron,
    platform: platform === 'linux' || platform === 'darwin' || platform === 'win32' ? platform : 'other',
    fallback: isFallbackRuntime(versions.electron),
  });
  app.on('render-process-gone', (_event, _contents, { reason }) => {
    if (reason !== 'clean-exit') log.add({ event: 'page-gone', reason: knownWords.gone(reason) });
  });
  app.on('child-process-gone', (_event, { type, name, exitCode, reason }) => {
    if (reason !== 'clean-exit' && !(reason === 'killed' && exitCode === constants.signals.SIGTERM))
      log.add({ event: 'process-gone', process: knownWords.process(type === 'GPU' ? type : (name ?? '')), exit: exitCode });
  });
  for (const kind of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(kind, (error: unknown) => {
      const fault = faultOf(error);
      if (fault !== null) log.add({ event: 'failure', where: 'main', call: null, ...fault });
    });
  }
  app.on('quit', () => {
    log.add({ event: 'ended' });
  });
}
