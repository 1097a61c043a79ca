import { powerMonitor } from 'electron';
import type { SecuritySettings } from '../../shared/security-schema.ts';
import { planIdle, secondsBetween, shortestIdleSeconds, warnSeconds, type Moment } from './idle-plan.ts';

/** Milliseconds between two checks. */
const every = 1000;

interface IdleOptions {
  /** Null while there is nothing to lock. */
  readonly settings: () => SecuritySettings | null;
  readonly warn: (seconds: number | null) => void;
  readonly lock: (why: 'idle' | 'computer') => void;
}

/** Watches for an idle window. Call `used` on every key, click and movement in it; `stop` ends the watch. */
export function watchIdle({ settings, warn, lock }: IdleOptions): { readonly used: () => void; readonly stop: () => void } {
  let last = now();
  let warned = false;
  const take = (seconds: number | null): void => {
    if (seconds === null && !warned) return;
    warned = seconds !== null;
    warn(seconds);
  };
  const look = (): void => {
    const kept = settings();
    if (kept === null) {
      last = now();
      warned = false;
      return;
    }
    const due = planIdle(secondsBetween(last, now()), kept.lockAfterMinutes);
    take(due.step === 'warn' ? due.seconds : null);
    if (due.step === 'lock') lock('idle');
    // Where no event reports a locked screen, the system can be asked.
    else if (kept.lockWithComputer && powerMonitor.getSystemIdleState(warnSeconds) === 'locked') lock('computer');
  };
  const timer = setInterval(look, every);
  return {
    used: () => {
      // After the computer slept, the key or movement that woke it may arrive before the next check, and must not prevent the lock.
      if (secondsBetween(last, now()) >= shortestIdleSeconds) look();
      last = now();
      take(null);
    },
    stop: () => {
      clearInterval(timer);
    },
  };
}

/**
 * Calls `locks` when the system reports that its screen is locked, that it goes to sleep, or (only macOS, which locks no screen then) that
 * another account takes over.
 */
export function watchComputer(locks: () => void): void {
  powerMonitor.on('lock-screen', locks);
  powerMonitor.on('suspend', locks);
  powerMonitor.on('user-did-resign-active', locks);
}

function now(): Moment {
  return { steady: performance.now(), wall: Date.now() };
}
