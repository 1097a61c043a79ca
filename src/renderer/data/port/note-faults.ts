import type { CallName } from '../../../shared/contract.ts';
import { faultOf, type Fault } from '../../../shared/fault.ts';
import type { Call } from '../../../shared/rpc.ts';

/** Most different faults that a page records, so that they cannot flood the log. One that occurs in each render is recorded once. */
const most = 50;

/** Records an unexpected error in the log of the main process: its class and positions, without its text. */
export type NoteFault = (error: unknown, call?: CallName) => void;

export function createNoteFault(send: (call: CallName | null, fault: Fault) => Promise<unknown>): NoteFault {
  const noted = new Set<string>();
  return (error, call) => {
    const fault = faultOf(error);
    if (fault === null) return;
    const key = JSON.stringify([call, fault]);
    if (noted.has(key) || noted.size >= most) return;
    noted.add(key);
    // Nothing more can be done if the main process does not accept it.
    send(call ?? null, fault).catch(() => undefined);
  };
}

/** Returns a call function that also records unexpected errors of engines; the main process records its own. */
export function notingFaults(call: Call, isOfEngine: (name: CallName) => boolean, note: NoteFault): Call {
  return async (name, ...input) => {
    try {
      return await call(name, ...input);
    } catch (error: unknown) {
      if (isOfEngine(name)) note(error, name);
      throw error;
    }
  };
}

/** Records uncaught errors and unhandled rejections of the page. */
export function watchPage(page: Window, note: NoteFault): void {
  page.addEventListener('error', ({ error }: ErrorEvent) => {
    // The browser's own messages, such as those about ResizeObserver loops, come without an error.
    if (error !== null) note(error);
  });
  page.addEventListener('unhandledrejection', ({ reason }: PromiseRejectionEvent) => {
    note(reason);
  });
}
