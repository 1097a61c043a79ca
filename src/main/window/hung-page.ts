import type { BrowserWindow } from 'electron';

/** What is needed of a window here. */
export interface HungWindow {
  on(event: 'unresponsive' | 'responsive', listener: () => void): unknown;
  once(event: 'closed', listener: () => void): unknown;
  readonly webContents: Pick<BrowserWindow['webContents'], 'forcefullyCrashRenderer'>;
}

/** Asks whether the page is to be loaded again; true: yes. `signal` takes the question back when the page answers after all. */
export type AskToReload = (signal: AbortSignal) => Promise<boolean>;

/**
 * When the page has not answered for some seconds (Chromium tells), offers to load it again; one question at a time. What runs in
 * the engines goes on whatever the answer. A page that hangs cannot load anything, so its process is ended: what ends by itself is brought back.
 */
export function offerReload(window: HungWindow, ask: AskToReload): void {
  let asking: AbortController | null = null;
  const answered = (): void => {
    asking?.abort();
    asking = null;
  };
  window.on('unresponsive', () => {
    if (asking !== null) return;
    const question = new AbortController();
    asking = question;
    void ask(question.signal).then((reload) => {
      if (question.signal.aborted) return;
      asking = null;
      if (reload) window.webContents.forcefullyCrashRenderer();
    });
  });
  window.on('responsive', answered);
  window.once('closed', answered);
}
