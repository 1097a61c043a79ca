import { app, dialog } from 'electron';
import { AppError, errorCodes, reportOf } from '../../shared/errors.ts';

/** Tells why Carrel cannot go on, and ends it with the exit code of the error. */
export function endWith(error: unknown): void {
  tellTerminal(error);
  dialog.showErrorBox('Carrel cannot continue', reportOf(error).message);
  leave(error);
}

/** The same before Electron is ready: on Linux it shows no dialog until then. */
export function endOnceReady(error: unknown): void {
  void app.whenReady().then(() => {
    endWith(error);
  });
}

/** The same for who started it from a terminal: nobody would close a dialog there. */
export function endInTerminal(error: unknown): void {
  tellTerminal(error);
  leave(error);
}

function tellTerminal(error: unknown): void {
  process.stderr.write(`${reportOf(error).message}\n`);
  if (!app.isPackaged && error instanceof Error && !(error instanceof AppError)) process.stderr.write(`${error.stack ?? ''}\n`);
}

function leave(error: unknown): void {
  app.exit(errorCodes[reportOf(error).category].exit);
}

/** An error that nobody caught ends the app with a sentence; a promise that nobody waited for is only noted, without its text. */
export function watchForFailures(): void {
  process.on('uncaughtException', endWith);
  process.on('unhandledRejection', (reason) => {
    process.stderr.write(`A step in the background failed: ${reportOf(reason).message}\n`);
  });
}
