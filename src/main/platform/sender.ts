import { isAbsolute } from 'node:path';
import type { OfferedFile } from '../../shared/bridge.ts';
import { answer, type OnUnexpected } from '../../shared/answering.ts';
import { failed, type Handlers, type Reply } from '../../shared/rpc.ts';

/** The one origin the window is loaded from. Node's URL would give "null" for it: it is compared as Chromium says it. */
export const appOrigin = 'app://ui';

/** Of a frame (Electron's WebFrameMain), what is looked at. */
export interface SendingFrame {
  readonly origin: string;
}

/** Of a window (Electron's BrowserWindow), what is looked at. */
export interface ReceivingWindow {
  isDestroyed(): boolean;
  readonly webContents: { readonly mainFrame: SendingFrame };
}

/** Whether a message came from the main frame of our own window while it shows our own page. Anything else, also a frame that is gone, is not ours. */
export function isOurs(frame: SendingFrame | null, window: ReceivingWindow | null): boolean {
  try {
    return (
      frame !== null && window !== null && !window.isDestroyed() && frame === window.webContents.mainFrame && frame.origin === appOrigin
    );
  } catch {
    // Electron throws where a frame or a window was disposed between the message and this look.
    return false;
  }
}

/** Answers a call of our own page; SECURITY for any other sender, whatever was sent. Never throws. */
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
  error: { category: 'SECURITY', message: 'This call did not come from Carrel’s own window and was refused.' },
};

/** Characters of a path, more than any system allows. */
const longestPath = 65_536;

/**
 * Takes the path that the preload script of our own page found for a dropped file; SECURITY for any other sender, USAGE for what is no
 * file of this computer. Never throws.
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
        category: 'USAGE',
        message: 'The dropped item is not a file on this computer. Nothing was read. Save it first, then drop the file.',
      },
    };
  try {
    return { ok: true, value: offer(path) };
  } catch (error: unknown) {
    return failed(error);
  }
}
