import type { BrowserWindow } from 'electron';

/** The parts of a window that are used here. */
export interface HungWindow {
  on(event: 'unresponsive' | 'responsive', listener: () => void): unknown;
  once(event: 'closed', listener: () => void): unknown;
  readonly webContents: Pick<BrowserWindow['webContents'], 'forcefullyCrashRenderer'>;
}

/** Asks a person whether to reload the page. `signal` withdraws the question when the page responds again. */
export type AskToReload = (signal: AbortSignal) => Promise<boolean>;

/**
 * Offers to reload the page when Chromium reports that it has not responded for some seconds; asks one question at a time. The engines
 * continue in either case. A hung page cannot load anything, so its process is ended, and the page is then loaded like after a crash.
 * `onEnd` is called before.
 */
export function offerReload(window: HungWindow, ask: AskToReload, onEnd: () => void): void {
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
      if (!reload) return;
      onEnd();
      window.webContents.forcefullyCrashRenderer();
    });
  });
  window.on('responsive', answered);
  window.once('closed', answered);
}
