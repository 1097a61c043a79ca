import type { CallName } from '../../../shared/contract.ts';
import { faultOf, type Fault } from '../../../shared/fault.ts';
import type { Call } from '../../../shared/rpc.ts';

/** Different faults that a page notes: one that fails at each drawing is noted once, and none of them floods the log. */
const most = 50;

/** Notes an error that nobody expected in the log of main: by its class and positions, without its text. */
export type NoteFault = (error: unknown, call?: CallName) => void;

export function createNoteFault(send: (call: CallName | null, fault: Fault) => Promise<unknown>): NoteFault {
  const noted = new Set<string>();
  return (error, call) => {
    const fault = faultOf(error);
    if (fault === null) return;
    const key = JSON.stringify([call, fault]);
    if (noted.has(key) || noted.size >= most) return;
    noted.add(key);
    // A main process that does not take it has other worries.
    send(call ?? null, fault).catch(() => undefined);
  };
}

/** A call function that also notes what engines failed with unexpectedly; main notes its own. */
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

/** Notes what the page itself fails with where nobody catches it. */
export function watchPage(page: Window, note: NoteFault): void {
  page.addEventListener('error', ({ error }: ErrorEvent) => {
    // A remark of the browser itself, as on a size observed too late, comes without an error.
    if (error !== null) note(error);
  });
  page.addEventListener('unhandledrejection', ({ reason }: PromiseRejectionEvent) => {
    note(reason);
  });
}
