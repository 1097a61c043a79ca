import type { App } from 'electron';

interface Quitting {
  /** Ends running work and closes the vault. */
  readonly close: () => Promise<void>;
  /** What ends at once when Carrel begins to quit. */
  readonly stops: readonly (() => void)[];
}

/**
 * Closes the vault before the process ends. If Carrel is started again meanwhile, that second process finds this one and exits, and there
 * is no window left to show; so this one starts Carrel again when it has ended. An AppImage and the portable program for Windows run from
 * a folder that is gone by then, and are not started again.
 */
export function quitInOrder(app: Pick<App, 'on' | 'quit' | 'relaunch'>, { close, stops }: Quitting, env = process.env): void {
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
    ending = 'closing';
    for (const stop of stops) stop();
    void close().finally(() => {
      ending = 'closed';
      if (again && env['APPIMAGE'] === undefined && env['PORTABLE_EXECUTABLE_FILE'] === undefined) app.relaunch();
      app.quit();
    });
  });
}
