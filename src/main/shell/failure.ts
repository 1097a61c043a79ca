import { app, dialog } from 'electron';
import { AppError, errorCodes, reportOf } from '../../shared/errors.ts';

/** Shows why Carrel cannot continue, and exits with the exit code of the error. */
export function endWith(error: unknown): void {
  tellTerminal(error);
  dialog.showErrorBox('Carrel cannot continue', reportOf(error).message);
  leave(error);
}

/** Like `endWith`, but waits until Electron is ready, because on Linux it shows no dialog before that. */
export function endOnceReady(error: unknown): void {
  void app.whenReady().then(() => {
    endWith(error);
  });
}

/** Like `endWith`, but without a dialog, for starts from a terminal, where nobody would close it. */
export function endInTerminal(error: unknown): void {
  tellTerminal(error);
  leave(error);
}

function tellTerminal(error: unknown): void {
  process.stderr.write(`${reportOf(error).message}\n`);
  if (!app.isPackaged && error instanceof Error && !(error instanceof AppError)) process.stderr.write(`${error.stack ?? ''}\n`);
}

function leave(error: unknown): void {
  app.exit(errorCodes[reportOf(error).code].exit);
}

/**
 * Ends the app with a message on an uncaught exception. An unhandled rejection is only written to stderr, and nothing happens if that has no
 * reader any more, such as after the terminal was closed that Carrel was started from.
 */
export function watchForFailures(): void {
  process.stderr.on('error', () => undefined);
  process.on('uncaughtException', endWith);
  process.on('unhandledRejection', (reason) => {
    process.stderr.write(`A background task failed: ${reportOf(reason).message}\n`);
  });
}
