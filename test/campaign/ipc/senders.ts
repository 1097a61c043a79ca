import { isOurs, answerSender, appOrigin, type ReceivingWindow, type SendingFrame } from '../../../src/main/platform/sender.ts';
import { portOf } from '../../../src/renderer/data/port/data-source.ts';
import { contract, type CallName } from '../../../src/shared/contract.ts';
import type { Handlers } from '../../../src/shared/rpc.ts';
import type { Message, Random } from './messages.ts';

/** A sending frame and the window it is compared with; `allowed`: it is the main frame of our own, open window with our own page. */
export interface Sender {
  readonly frame: SendingFrame | null;
  readonly window: ReceivingWindow | null;
  readonly allowed: boolean;
}

/** Foreign origins as Chromium reports them, and imitations of ours. */
const foreignOrigins = [
  '',
  'null',
  'app://',
  'app://ui/',
  'app://ui:80',
  'app://UI',
  'APP://ui',
  'app://ui.evil',
  'app://evil',
  'app://ui@evil',
  ' app://ui',
  'app://ui ',
  'app://ui\0',
  'app:ui',
  'file://',
  'https://ui',
  'http://127.0.0.1',
  'devtools://devtools',
  'data:',
  'about:blank',
  'chrome-extension://ui',
  'app://\u0443i',
] as const;

/** A random sender; most are forbidden for one reason only, so that each part of the check is tested alone. */
export function makeSender(random: Random): Sender {
  const own = frameOf(appOrigin);
  const window = windowOf(own);
  switch (random(10)) {
    case 0:
    case 1:
    case 2:
      return { frame: own, window, allowed: true };
    case 3:
      return refused(null, window);
    case 4:
      return refused(own, null);
    // A frame inside our page, or of another window that also shows our page.
    case 5:
      return refused(frameOf(appOrigin), window);
    case 6: {
      const elsewhere = frameOf(pick(foreignOrigins, random));
      return refused(elsewhere, windowOf(elsewhere));
    }
    case 7:
      return refused(own, windowOf(own, true));
    // Gone between the message and the check: Electron throws.
    case 8: {
      const gone = goneFrame();
      return refused(gone, windowOf(gone));
    }
    default:
      return refused(own, goneWindow());
  }
}

/** Values in place of a call's name that are not texts. */
const noNames = [undefined, null, 0, true, {}, ['app.state'], Symbol.iterator, 10n] as const;

/** What went wrong when a sender sent a message, its ready signal or a port, or null. */
export async function judgeSender(sender: Sender, { name, input }: Message, random: Random): Promise<string | null> {
  const seen = { reached: false };
  const note = (): undefined => {
    seen.reached = true;
  };
  const handlers = Object.fromEntries(mainCalls.map((call) => [call, note])) as unknown as Handlers<'main'>;
  const named = random(20) === 0 ? pick(noNames, random) : name;
  const reply = await answerSender(sender.frame, sender.window, handlers, { name: named, input });
  const heard = sender.allowed && typeof named === 'string';
  if (!heard && seen.reached) return 'a call of a forbidden sender was taken';
  if (!heard && (reply.ok || reply.error.code !== 'SECURITY')) return 'a forbidden sender got no refusal';
  if (heard && !reply.ok && reply.error.code === 'SECURITY') return 'our own page was refused';
  // The signal that the page is ready, upon which it gets the ports of the engines.
  if (isOurs(sender.frame, sender.window) !== sender.allowed) return 'the word of a forbidden sender was taken, or ours was not';
  return judgePort(random, input);
}

/** The page accepts a message with ports from itself only, and in one shape only. */
function judgePort(random: Random, strange: unknown): string | null {
  const [page, another] = [{} as Window, {} as Window];
  const port = {} as MessagePort;
  const host = pick(['reader', 'writer', 'main', '__proto__', '', 1, null] as const, random);
  const type = pick(['carrel-port', 'carrel:port', '', undefined] as const, random);
  const usual = random(4) > 0;
  const source = pick([page, page, another, null], random);
  const ports = pick([[port], [port], []], random);
  const event = { source, ports, data: usual ? { type, host } : strange };
  const wanted = usual && source === page && ports.length > 0 && type === 'carrel-port' && (host === 'reader' || host === 'writer');
  const handed = portOf(event, page);
  if ((handed !== null) !== wanted) return 'a port was taken that nobody handed out, or one was not taken';
  return handed === null || (handed.port === port && handed.host === host) ? null : 'a port was taken for another one';
}

const mainCalls = (Object.keys(contract) as CallName[]).filter((name) => contract[name].host === 'main');

function frameOf(origin: string): SendingFrame {
  return { origin };
}

function goneFrame(): SendingFrame {
  return {
    get origin(): string {
      throw new Error('Render frame was disposed before WebFrameMain could be accessed');
    },
  };
}

function windowOf(mainFrame: SendingFrame, destroyed = false): ReceivingWindow {
  return { isDestroyed: () => destroyed, webContents: { mainFrame } };
}

function goneWindow(): ReceivingWindow {
  return {
    isDestroyed: () => false,
    get webContents(): ReceivingWindow['webContents'] {
      throw new TypeError('Object has been destroyed');
    },
  };
}

function refused(frame: SendingFrame | null, window: ReceivingWindow | null): Sender {
  return { frame, window, allowed: false };
}

function pick<T>(list: readonly T[], random: Random): T {
  return list[random(list.length)] as T;
}
