import type { App } from 'electron';
import type { CloseQuestion } from '../window/close-question.ts';

interface Quitting {
  /** Ends running work and closes the vault. */
  readonly close: () => Promise<void>;
  /** What ends at once when Carrel begins to quit. */
  readonly stops: readonly (() => void)[];
  /** Asked when the menu's Quit ends Carrel, before its window closes: only macOS has that menu. */
  readonly question: CloseQuestion;
}

/**
 * Closes the vault before the process ends. If Carrel is started again meanwhile, that second process finds this one and exits, and there
 * is no window left to show; so this one starts Carrel again when it has ended. An AppImage and the portable program for Windows run from
 * a folder that is gone by then, and are not started again.
 */
export function quitInOrder(
  app: Pick<App, 'on' | 'quit' | 'relaunch'>,
  { close, stops, question }: Quitting,
  { env, platform }: Pick<NodeJS.Process, 'env' | 'platform'> = process,
): void {
  let ending: 'not yet' | 'closing' | 'closed' = 'not yet';
  let again = false;
  app.on('window-all-closed', () => {
    app.quit();
  });
  app.on('second-instance', () => {
    again = ending !== 'not yet';
  });
  app.on('before-quit', (event) => {
    if (ending === 'closed') return;
    event.preventDefault();
    if (ending === 'closing') return;
    // Elsewhere, what quits without closing the window is a signal, and nobody may be there to answer.
    if (platform === 'darwin' && !question.mayClose()) {
      void question.ask().then((agreed) => {
        if (agreed) app.quit();
      });
      return;
    }
    ending = 'closing';
    for (const stop of stops) stop();
    void close().finally(() => {
      ending = 'closed';
      if (again && env['APPIMAGE'] === undefined && env['PORTABLE_EXECUTABLE_FILE'] === undefined) app.relaunch();
      app.quit();
    });
  });
}
