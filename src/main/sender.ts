import { answer, type Handlers, type Reply } from '../shared/rpc.ts';

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
): Promise<Reply> {
  if (!isOurs(frame, window) || typeof name !== 'string')
    return { ok: false, error: { category: 'SECURITY', message: 'This call did not come from Carrel’s own window and was refused.' } };
  return answer('main', handlers, name, input);
}
