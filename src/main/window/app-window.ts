import { dialog, type BrowserWindow, type MessageBoxOptions, type MessagePortMain } from 'electron';
import { channels, type PortMessage } from '../../shared/bridge.ts';
import type { Emit } from '../../shared/rpc.ts';
import { appOrigin } from '../platform/sender.ts';
import { contentProtection } from './content-protection.ts';
import { offerReload } from './hung-page.ts';
import { offerContextMenu } from './menu.ts';
import { planRestart } from '../platform/restart-policy.ts';
import { createWindow } from './window.ts';

/** The one window, whatever process draws it at the moment. */
export interface AppWindow {
  /** Null before it opens and after it was closed. */
  readonly current: () => BrowserWindow | null;
  readonly emit: Emit;
  /** The page that was loaded last listens from now on. */
  readonly arrived: () => void;
  /** Hands an engine's port to the page. One that does not listen yet gets its own when it does: of two, calls on the first would be lost. */
  readonly sendPort: (host: PortMessage['host'], port: MessagePortMain) => void;
  readonly open: (partition: string) => void;
  /** Takes the page away: another process draws an empty one, so that nothing of a study stays on the screen or in the old one's memory. */
  readonly clear: () => Promise<void>;
  /** Draws the page anew, in a process of its own. */
  readonly renew: () => Promise<void>;
  /** Called at each key, click and movement in it: Chromium's own events, which no page can make up. */
  readonly onUse: (listener: () => void) => void;
  /** Asks the system to leave it out of screen captures, or to take it in again; nothing where the system has no such thing. */
  readonly hideFromCapture: (hide: boolean) => void;
  /** Brings it to the front. */
  readonly show: () => void;
}

export function createAppWindow(): AppWindow {
  let used = (): void => undefined;
  let window: BrowserWindow | null = null;
  let hidden = false;
  let listens = false;
  const protect = (): void => {
    const reported = contentProtection(process.platform, hidden);
    if (reported !== null) window?.setContentProtection(reported);
  };
  return {
    current: () => window,
    emit: (name, data) => {
      window?.webContents.send(channels.event, name, data);
    },
    arrived: () => {
      listens = true;
    },
    sendPort: (host, port) => {
      if (window === null || !listens) port.close();
      else window.webContents.postMessage(channels.port, host, [port]);
    },
    open: (partition) => {
      const opened = createWindow(partition);
      window = opened;
      protect();
      opened.once('closed', () => {
        window = null;
      });
      const listensNoMore = (): void => {
        listens = false;
      };
      opened.webContents.on('did-navigate', listensNoMore);
      // A port for a page without a process is an error that would end Carrel.
      opened.webContents.on('render-process-gone', listensNoMore);
      bringBack(opened);
      leadBack(opened);
      offerContextMenu(opened.webContents);
      opened.webContents.on('input-event', () => {
        used();
      });
      offerReload(opened, (signal) => askToReload(opened, signal));
      void load(opened, appPage);
    },
    // An address of another site is always drawn by another process; the old one ends, and ours begins afresh after it.
    clear: async () => {
      if (window !== null) await load(window, emptyPage);
    },
    renew: async () => {
      if (window === null || window.isDestroyed()) return;
      await load(window, appPage);
      window.webContents.navigationHistory.clear();
    },
    onUse: (listener) => {
      used = listener;
    },
    hideFromCapture: (hide) => {
      hidden = hide;
      protect();
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

async function askToReload(window: BrowserWindow, signal: AbortSignal): Promise<boolean> {
  const [waiting, again] = [0, 1];
  const answer = await askPerson(window, {
    type: 'none',
    message: 'The window has not answered for a while.',
    detail: 'A running sync or export continues, and mirrored data is unchanged. Reloading the window loses nothing.',
    buttons: ['Wait', 'Reload'],
    defaultId: waiting,
    cancelId: waiting,
    signal,
  });
  return answer === again;
}

/** A question, not an error box: that would hold up a sync and an export until somebody closes it. */
async function askToDrawAgain(window: BrowserWindow): Promise<boolean> {
  const [again, close] = [0, 1];
  const answer = await askPerson(window, {
    type: 'error',
    message: 'Carrel cannot draw its window.',
    detail: 'The window stopped several times in a row. Mirrored data is unchanged, and a running sync or export continues.',
    buttons: ['Reload', 'Close Carrel'],
    defaultId: again,
    cancelId: close,
  });
  return answer === again;
}

/** The place of the button that was chosen. */
async function askPerson(window: BrowserWindow, question: MessageBoxOptions): Promise<number> {
  const { response } = await dialog.showMessageBox(window, { title: 'Carrel', noLink: true, ...question });
  return response;
}

/** An empty page is the one address that a page can go to without asking: it is led back from there. */
function leadBack(window: BrowserWindow): void {
  window.webContents.on('did-navigate', (_event, address) => {
    if (!address.startsWith(appPage) && address !== emptyPage) void load(window, appPage);
  });
}

/** Loads the page again when its process ended by itself; what runs in the engines goes on meanwhile. */
function bringBack(window: BrowserWindow): void {
  let failures = 0;
  let startedAt = performance.now();
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return;
    const restart = planRestart(failures, performance.now() - startedAt);
    if (restart === 'give-up') {
      void askToDrawAgain(window).then((again) => {
        failures = 0;
        if (again) loadAgain();
        else if (!window.isDestroyed()) window.close();
      });
      return;
    }
    failures = restart.failures;
    setTimeout(loadAgain, restart.pause);
  });
  const loadAgain = (): void => {
    startedAt = performance.now();
    void load(window, appPage);
  };
}
