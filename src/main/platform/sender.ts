import { isAbsolute } from 'node:path';
import type { OfferedFile } from '../../shared/bridge.ts';
import { answer, type OnUnexpected } from '../../shared/answering.ts';
import { failed, type Handlers, type Reply } from '../../shared/rpc.ts';

/** The only origin the window is loaded from. Compared as Chromium reports it, because Node's URL gives "null" for it. */
export const appOrigin = 'app://ui';

/** The part of a frame (Electron's WebFrameMain) that is checked. */
export interface SendingFrame {
  readonly origin: string;
}

/** The part of a window (Electron's BrowserWindow) that is checked. */
export interface ReceivingWindow {
  isDestroyed(): boolean;
  readonly webContents: { readonly mainFrame: SendingFrame };
}

/** Whether a message came from the main frame of our own window while it shows our own page. False also for a frame that is gone. */
export function isOurs(frame: SendingFrame | null, window: ReceivingWindow | null): boolean {
  try {
    return (
      frame !== null && window !== null && !window.isDestroyed() && frame === window.webContents.mainFrame && frame.origin === appOrigin
    );
  } catch {
    // Electron throws if the frame or window was disposed after the message was sent.
    return false;
  }
}

/** Answers a call of our own page, and with a SECURITY error any other sender. Never rejects. */
export async function answerSender(
  frame: SendingFrame | null,
  window: ReceivingWindow | null,
  handlers: Handlers<'main'>,
  { name, input }: { readonly name: unknown; readonly input: unknown },
  onUnexpected?: OnUnexpected,
): Promise<Reply> {
  if (!isOurs(frame, window) || typeof name !== 'string') return foreign;
  return answer('main', handlers, name, input, onUnexpected);
}

const foreign: Reply = {
  ok: false,
  error: { code: 'SECURITY', message: 'This call did not come from Carrel’s own window and was refused.' },
};

/** Maximum length of a path in characters, longer than any system allows. */
const longestPath = 65_536;

/**
 * Accepts the path that the preload script of our own page found for a dropped file. Replies with SECURITY to any other sender, and with
 * USAGE if the item is not a file on this computer. Never throws.
 */
export function answerOffer(
  frame: SendingFrame | null,
  window: ReceivingWindow | null,
  offer: (path: string) => OfferedFile,
  path: unknown,
): Reply {
  if (!isOurs(frame, window)) return foreign;
  if (typeof path !== 'string' || path.length > longestPath || path.includes('\0') || !isAbsolute(path))
    return {
      ok: false,
      error: {
        code: 'USAGE',
        message: 'The dropped item is not a file on this computer. Nothing was read. Save it first, then drop the file.',
      },
    };
  try {
    return { ok: true, value: offer(path) };
  } catch (error: unknown) {
    return failed(error);
  }
}
