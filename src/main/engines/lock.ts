import type { Locked } from '../../shared/calls/security.ts';
import type { AppWindow } from '../window/app-window.ts';
import type { Session } from './session.ts';

interface LockOptions {
  readonly session: Pick<Session, 'isOpen' | 'isOpening'>;
  readonly window: Pick<AppWindow, 'clear' | 'renew'>;
  /** After how many minutes without use it locks by itself; never throws. */
  readonly idleMinutes: () => number;
  /** Whether the session is closed only for as long as its keys change. */
  readonly isChanging: () => boolean;
  /** Ends exports and the session, in its turn. */
  readonly close: () => Promise<void>;
}

export interface Lock {
  readonly lock: (why: Locked['why']) => Promise<void>;
  /** The last one since the start. */
  readonly last: () => Locked | null;
}

/** Locks once, however many ask for it: what is on the screen goes first, then what works on studies, then the keys. */
export function createLock({ session, window, idleMinutes, isChanging, close }: LockOptions): Lock {
  let last: Locked | null = null;
  let locking: Promise<void> | null = null;
  const lock = async (why: Locked['why']): Promise<void> => {
    last = { at: new Date().toISOString(), why, minutes: idleMinutes() };
    try {
      await Promise.all([window.clear(), close()]);
    } finally {
      await window.renew();
    }
  };
  return {
    lock: (why) => {
      // While the session is being opened, or closed for as long as its keys change, the lock waits for its turn.
      if (locking === null && (session.isOpen || session.isOpening || isChanging()))
        locking = lock(why).finally(() => {
          locking = null;
        });
      return locking ?? Promise.resolve();
    },
    last: () => last,
  };
}
