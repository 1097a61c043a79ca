import { setTimeout as delay } from 'node:timers/promises';
import { AppError, errorCodes, type ErrorCode } from '../../shared/errors.ts';
import type { SyncPause } from '../../shared/status.ts';
import type { HttpAnswer } from './http.ts';
import { ProxyWantsSignIn } from './proxy-sign-in.ts';
import { cancelled, isUnreachable, unchanged } from './request-errors.ts';
import { isBeyondCap, parseRetryAfter, planRetry, type Backoff, type RetryKind } from './status-policy.ts';

/** One failed attempt. */
export interface Failure {
  readonly error: AppError;
  readonly retry: RetryKind;
  /** Seconds that the service asked to wait. */
  readonly retryAfter: number | null;
  /** Milliseconds for which all requests are held, because the service wants fewer. */
  readonly held?: number;
}
export type Try<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure };

export interface RetryRules {
  readonly backoff: Backoff;
  readonly random: () => number;
  readonly signal: AbortSignal | null;
  readonly failureTimer: FailureTimer;
  /** Called for waits that a person would notice. */
  readonly onPause?: ((pause: SyncPause) => void) | undefined;
  /** Called when a request that had such a wait has ended, successfully or not. */
  readonly onResume?: (() => void) | undefined;
}

/** Tracks for how long a service has done nothing but fail, over all requests of a run. */
export interface FailureTimer {
  /** Records the failure of an attempt that began at `begun`. */
  failed(begun: number): void;
  succeeded(): void;
  /** Whether any attempt of this run succeeded. */
  everSucceeded(): boolean;
  /** Seconds since the start of the first failure after which nothing succeeded. */
  failing(): number;
  /** Milliseconds of a monotonic clock. */
  now(): number;
}

/** Most milliseconds that one attempt counts: a computer that slept in the middle of one did not lose the network for that long. */
const longestCounted = 60_000;

export function createFailureTimer(clock: () => number = () => performance.now()): FailureTimer {
  let since: number | null = null;
  let ever = false;
  return {
    failed: (begun) => {
      since ??= Math.max(begun, clock() - longestCounted);
    },
    succeeded: () => {
      since = null;
      ever = true;
    },
    everSucceeded: () => ever,
    failing: () => (since === null ? 0 : (clock() - since) / 1000),
    now: clock,
  };
}

/** Milliseconds. */
const noticeable = 1000;

/**
 * Repeats `once` as its failures and the policy require. `renew` is called once, after a refused token and before the single repetition
 * that follows. Throws the error of the last failure.
 */
export async function withRetries<T>(once: () => Promise<Try<T>>, renew: () => Promise<void>, rules: RetryRules): Promise<T> {
  const paused = { reported: false };
  const onPause = (pause: SyncPause): void => {
    paused.reported = true;
    rules.onPause?.(pause);
  };
  try {
    return await repeat(once, renew, { ...rules, onPause });
  } finally {
    if (paused.reported) rules.onResume?.();
  }
}

async function repeat<T>(once: () => Promise<Try<T>>, renew: () => Promise<void>, rules: RetryRules): Promise<T> {
  let since: number | null = null;
  let tries = 0;
  let renewed = false;
  let misunderstood = false;
  for (let requests = 1; ; requests += 1) {
    const begun = rules.failureTimer.now();
    const outcome = await once();
    if (outcome.ok) {
      rules.failureTimer.succeeded();
      return outcome.value;
    }
    const { error, retry, retryAfter, held = null } = outcome.failure;
    // A network that worked before may come back: an attempt that never reached the service does not count.
    const isLost = isUnreachable(error) && rules.failureTimer.everSucceeded();
    if (!isLost) tries += 1;
    if (retry === 'renew' && !renewed) {
      renewed = true;
      await renew();
    } else if (retry === 'once' && !misunderstood) {
      misunderstood = true;
    } else if (retry === 'request') {
      rules.failureTimer.failed(begun);
      since ??= begun;
      const plan = planRetry(
        {
          ...{ code: error.code, tries, requests, retryAfter, held },
          own: (rules.failureTimer.now() - since) / 1000,
          failing: rules.failureTimer.failing(),
          neverReached: isUnreachable(error) && !rules.failureTimer.everSucceeded(),
        },
        rules.backoff,
        rules.random,
      );
      if ('stop' in plan) throw stopped(error, { code: plan.stop, retryAfter, requests });
      if (plan.wait >= noticeable) rules.onPause?.({ reason: error.code, seconds: Math.ceil(plan.wait / 1000) });
      await pause(plan.wait, rules.signal);
    } else {
      throw error;
    }
  }
}

/**
 * Converts a thrown error to a failure. The table of codes decides on retries, but a proxy that requires a sign-in is never asked again.
 */
export function failureOf(error: unknown): { readonly ok: false; readonly failure: Failure } {
  if (!(error instanceof AppError)) throw error;
  const { retry } = error instanceof ProxyWantsSignIn ? { retry: 'never' as const } : errorCodes[error.code];
  return { ok: false, failure: { error, retry: retry === 'pass' ? 'never' : retry, retryAfter: null } };
}

export function retryAfterOf(answer: HttpAnswer): number | null {
  return parseRetryAfter(answer.headers['retry-after'], answer.headers.date, Date.now());
}

async function pause(milliseconds: number, signal: AbortSignal | null): Promise<void> {
  try {
    await delay(milliseconds, undefined, signal === null ? {} : { signal });
  } catch {
    throw cancelled();
  }
}

/** How the attempts for a page ended. */
interface Stop {
  readonly code: ErrorCode;
  /** Seconds that the service asked to wait the last time. */
  readonly retryAfter: number | null;
  readonly requests: number;
}

/** The service asked for a longer wait than a sync waits. It is asked nothing more in this run. */
export class AskedToComeLater extends AppError {}

function stopped(error: AppError, { code, retryAfter, requests }: Stop): AppError {
  if (code !== 'RATE' || retryAfter === null) return error;
  const says = (what: string): string => `The service ${what}. ${unchanged} Sync again later.`;
  if (!isBeyondCap(retryAfter)) return new AppError('RATE', says(`still asked to wait after ${requests} tries`), error);
  return new AskedToComeLater('RATE', says(`asked to wait ${retryAfter} s, longer than a sync waits for one page`), error);
}
