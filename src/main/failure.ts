import { app, dialog } from 'electron';
import { AppError, errorCodes, reportOf } from '../shared/errors.ts';

/** Tells why Carrel cannot go on, and ends it with the exit code of the error. */
export function endWith(error: unknown): void {
  const { category, message } = reportOf(error);
  process.stderr.write(`${message}\n`);
  if (!app.isPackaged && error instanceof Error && !(error instanceof AppError)) process.stderr.write(`${error.stack ?? ''}\n`);
  dialog.showErrorBox('Carrel cannot go on', message);
  app.exit(errorCodes[category].exit);
}

/** An error that nobody caught ends the app with a sentence; a promise that nobody waited for is only noted, without its text. */
export function watchForFailures(): void {
  process.on('uncaughtException', endWith);
  process.on('unhandledRejection', (reason) => {
    process.stderr.write(`A step in the background failed: ${reportOf(reason).message}\n`);
  });
}
