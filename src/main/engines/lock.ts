import type { Locked } from '../../shared/calls/security.ts';
import type { AppWindow } from '../window/app-window.ts';
import type { Session } from './session.ts';

interface LockOptions {
  readonly session: Pick<Session, 'isOpen' | 'isOpening'>;
  readonly window: Pick<AppWindow, 'clear' | 'renew'>;
  /** The idle time, in minutes, after which Carrel locks; never throws. */
  readonly idleMinutes: () => number;
  /** Whether the session is closed only while its keys change. */
  readonly isChanging: () => boolean;
  /** Ends exports and closes the session, after work that is already queued. */
  readonly close: () => Promise<void>;
}

export interface Lock {
  readonly lock: (why: Locked['why']) => Promise<void>;
  /** The last lock since the start, or null. */
  readonly last: () => Locked | null;
}

/** Creates the lock. Simultaneous requests share one lock, which clears the screen, ends work on studies and erases the keys. */
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
      // While the session is being opened, or is closed for a change of keys, the lock waits for its turn.
      if (locking === null && (session.isOpen || session.isOpening || isChanging()))
        locking = lock(why).finally(() => {
          locking = null;
        });
      return locking ?? Promise.resolve();
    },
    last: () => last,
  };
}
