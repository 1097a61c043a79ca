import { dialog, type BrowserWindow, type MessageBoxOptions, type MessagePortMain } from 'electron';
import { channels, type PortMessage } from '../../shared/bridge.ts';
import type { Emit } from '../../shared/rpc.ts';
import { appOrigin } from '../platform/sender.ts';
import { contentProtection } from './content-protection.ts';
import { askBeforeClosing, type CloseQuestion } from './close-question.ts';
import { offerReload } from './hung-page.ts';
import { offerContextMenu } from './menu.ts';
import { planRestart } from '../platform/restart-policy.ts';
import { createWindow } from './window.ts';
import type { WindowPlace } from './window-size.ts';
import { offerZoom } from './zoom.ts';

/** The only window, whichever process currently draws it. */
export interface AppWindow {
  /** Null before the window opens and after it is closed. */
  readonly current: () => BrowserWindow | null;
  readonly emit: Emit;
  /** Call when the page that was loaded last has started to listen. */
  readonly arrived: () => void;
  /** Sends an engine's port to the page. Closes it if the page does not listen yet: the page gets a port when it does. */
  readonly sendPort: (host: PortMessage['host'], port: MessagePortMain) => void;
  readonly open: (opening: Opening) => void;
  /** Asks whether to cancel running work, such as "An export", and close Carrel. */
  readonly askToClose: (what: string) => Promise<boolean>;
  /** Loads an empty page in another process, so that no study data stays on the screen or in the memory of the old process. */
  readonly clear: () => Promise<void>;
  /** Loads the page again, in a new process. */
  readonly renew: () => Promise<void>;
  /** `listener` is called on every key, click and movement in the window. These are Chromium's own events, which no page can fake. */
  readonly onUse: (listener: () => void) => void;
  /** Excludes the window from screen captures, or includes it again. Does nothing on systems without support. */
  readonly hideFromCapture: (hide: boolean) => void;
  /** Brings the window to the front. */
  readonly show: () => void;
}

interface Opening {
  readonly partition: string;
  /** Where the window was when it was last closed; null if that is not known. */
  readonly place: WindowPlace | null;
  /** Called with the place when the window closes. */
  readonly onPlace: (place: WindowPlace) => void;
  readonly question: CloseQuestion;
  /** Called when a page that does not respond is about to be loaded again. */
  readonly onHung: () => void;
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
    open: ({ partition, place, onPlace, question, onHung }) => {
      const opened = createWindow(partition, place);
      window = opened;
      protect();
      askBeforeClosing(opened, question);
      opened.on('close', () => {
        onPlace({ ...opened.getNormalBounds(), isMaximized: opened.isMaximized() });
      });
      opened.once('closed', () => {
        window = null;
      });
      const listensNoMore = (): void => {
        listens = false;
      };
      opened.webContents.on('did-navigate', listensNoMore);
      // Sending a port to a page without a process throws an error that would end Carrel.
      opened.webContents.on('render-process-gone', listensNoMore);
      bringBack(opened);
      leadBack(opened);
      offerContextMenu(opened.webContents);
      offerZoom(opened.webContents);
      opened.webContents.on('input-event', () => {
        used();
      });
      offerReload(opened, (signal) => askToReload(opened, signal), onHung);
      void load(opened, appPage);
    },
    // Another site is always drawn by another process. The old process ends, and our page then starts in a new one.
    clear: async () => {
      if (window !== null) await load(window, emptyPage);
    },
    renew: async () => {
      if (window === null || window.isDestroyed()) return;
      await load(window, appPage);
      window.webContents.navigationHistory.clear();
    },
    askToClose: async (what) => window === null || askToClose(window, what),
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

/** Never rejects: a load that is interrupted by another load or by quitting is not a failure. */
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

/** Shows a question, not an error box, because that would block a sync and an export until it is closed. */
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

async function askToClose(window: BrowserWindow, what: string): Promise<boolean> {
  const [wait, close] = [0, 1];
  const answer = await askPerson(window, {
    type: 'none',
    message: `${what} is still running.`,
    detail: 'If Carrel closes now, it is cancelled: nothing is left of it, and earlier files stay as they were.',
    buttons: ['Keep waiting', 'Cancel it and close'],
    defaultId: wait,
    cancelId: wait,
  });
  return answer === close;
}

/** Returns the index of the chosen button. */
async function askPerson(window: BrowserWindow, question: MessageBoxOptions): Promise<number> {
  const { response } = await dialog.showMessageBox(window, { title: 'Carrel', noLink: true, ...question });
  return response;
}

/** Returns to our page from an empty page, the only address that a page can navigate to unchecked. */
function leadBack(window: BrowserWindow): void {
  window.webContents.on('did-navigate', (_event, address) => {
    if (!address.startsWith(appPage) && address !== emptyPage) void load(window, appPage);
  });
}

/** Reloads the page when its process ends unexpectedly. The engines continue meanwhile. */
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
