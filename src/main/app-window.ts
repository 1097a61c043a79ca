import { dialog, type BrowserWindow, type MessagePortMain } from 'electron';
import { channels, type PortMessage } from '../shared/bridge.ts';
import type { Emit } from '../shared/rpc.ts';
import { appOrigin } from './app-protocol.ts';
import { planRestart } from './restart-policy.ts';
import { createWindow } from './window.ts';

/** The one window, whatever process draws it at the moment. */
export interface AppWindow {
  /** Null before it opens and after it was closed. */
  readonly current: () => BrowserWindow | null;
  readonly emit: Emit;
  /** Hands an engine's port to the page. */
  readonly sendPort: (host: PortMessage['host'], port: MessagePortMain) => void;
  readonly open: (partition: string) => void;
  /** Draws the page anew in another process, so that nothing of a study stays in the memory of the old one. */
  readonly renew: () => Promise<void>;
  /** Brings it to the front. */
  readonly show: () => void;
}

export function createAppWindow(): AppWindow {
  let window: BrowserWindow | null = null;
  return {
    current: () => window,
    emit: (name, data) => {
      window?.webContents.send(channels.event, name, data);
    },
    sendPort: (host, port) => {
      if (window === null) port.close();
      else window.webContents.postMessage(channels.port, host, [port]);
    },
    open: (partition) => {
      const opened = createWindow(partition);
      window = opened;
      opened.once('closed', () => {
        window = null;
      });
      bringBack(opened);
      void load(opened, appPage);
    },
    renew: async () => {
      if (window === null) return;
      // An address of another site is always drawn by another process; the old one ends, and ours begins afresh after it.
      await load(window, emptyPage);
      await load(window, appPage);
      window.webContents.navigationHistory.clear();
    },
    show: () => {
      if (window?.isMinimized() === true) window.restore();
      window?.show();
      window?.focus();
    },
  };
}

const appPage = `${appOrigin}/`;
const emptyPage = 'data:text/html,';

/** A load that another one overtakes (a reload, the end of the app) is no failure: the page answers for itself when it is there. */
function load(window: BrowserWindow, address: string): Promise<void> {
  return window.isDestroyed() ? Promise.resolve() : window.loadURL(address).catch(() => undefined);
}

/** Loads the page again when its process ended by itself; what runs in the engines goes on meanwhile. */
function bringBack(window: BrowserWindow): void {
  let failures = 0;
  let startedAt = performance.now();
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return;
    const restart = planRestart(failures, performance.now() - startedAt);
    if (restart === 'give-up') {
      dialog.showErrorBox(
        'Carrel cannot draw its window',
        'The window stopped several times in a row. What was mirrored is unchanged. Close Carrel and open it again.',
      );
      return;
    }
    failures = restart.failures;
    setTimeout(() => {
      startedAt = performance.now();
      void load(window, appPage);
    }, restart.pause);
  });
}
