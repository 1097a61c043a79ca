import { ipcMain, type BrowserWindow } from 'electron';
import { channels, type OfferedFile } from '../../shared/bridge.ts';
import type { OnUnexpected } from '../../shared/answering.ts';
import type { Failed, Handlers, Reply } from '../../shared/rpc.ts';
import { answerOffer, answerSender, isOurs } from '../platform/sender.ts';

/**
 * The only place that listens to the window. A message is accepted only from the main frame of our own window, loaded from our own
 * origin. This is checked when it arrives and again before it is answered, after `begun` has resolved.
 */
export function serveWindow(
  currentWindow: () => BrowserWindow | null,
  begun: Promise<void>,
  handlers: Handlers<'main'>,
  offer: (path: string) => OfferedFile,
  onReady: () => void,
  onFailure: (call: string, failed: Failed) => void,
  onUnexpected: OnUnexpected,
): void {
  ipcMain.handle(channels.call, async ({ senderFrame }, name: unknown, input: unknown): Promise<Reply> => {
    if (isOurs(senderFrame, currentWindow())) await begun;
    const known = isOurs(senderFrame, currentWindow()) && typeof name === 'string' && Object.hasOwn(handlers, name);
    const reply = await answerSender(senderFrame, currentWindow(), handlers, { name, input }, onUnexpected);
    if (!reply.ok && known) onFailure(name, reply);
    return reply;
  });
  ipcMain.handle(channels.file, (event, path: unknown): Reply => answerOffer(event.senderFrame, currentWindow(), offer, path));
  ipcMain.on(channels.ready, (event) => {
    if (isOurs(event.senderFrame, currentWindow())) onReady();
  });
}
