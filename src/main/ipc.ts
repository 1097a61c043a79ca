import { ipcMain, type BrowserWindow, type WebFrameMain } from 'electron';
import { channels } from '../shared/bridge.ts';
import type { ErrorCode } from '../shared/errors.ts';
import { answer, type Handlers, type Reply } from '../shared/rpc.ts';
import { appOrigin } from './app-protocol.ts';

/**
 * The only place that listens to the window. A message counts only when it comes from the main frame
 * of our own window, loaded from our own origin.
 */
export function serveWindow(
  currentWindow: () => BrowserWindow | null,
  handlers: Handlers<'main'>,
  onReady: () => void,
  onFailure: (call: string, code: ErrorCode) => void,
): void {
  ipcMain.handle(channels.call, async (event, name: unknown, input: unknown): Promise<Reply> => {
    if (!isOurs(event.senderFrame, currentWindow()) || typeof name !== 'string') {
      return { ok: false, error: { category: 'SECURITY', message: 'This call did not come from Carrel’s own window and was refused.' } };
    }
    const reply = await answer('main', handlers, name, input);
    if (!reply.ok && Object.hasOwn(handlers, name)) onFailure(name, reply.error.category);
    return reply;
  });
  ipcMain.on(channels.ready, (event) => {
    if (isOurs(event.senderFrame, currentWindow())) onReady();
  });
}

function isOurs(frame: WebFrameMain | null, window: BrowserWindow | null): boolean {
  return frame !== null && window !== null && !window.isDestroyed() && frame === window.webContents.mainFrame && frame.origin === appOrigin;
}
