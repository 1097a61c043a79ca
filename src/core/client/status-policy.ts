import type { ErrorCode } from '../../shared/errors.ts';

/** What to do about a failed attempt. `renew` requests another token and repeats the page once. */
export type RetryKind = 'never' | 'once' | 'request' | 'renew';

export interface Verdict {
  readonly code: ErrorCode;
  readonly retry: RetryKind;
  readonly says: string;
}

/** Judges the status of an answer to a data request; null for 200. The interface documents no error statuses (spec 7). */
export function judgeStatus(status: number): Verdict | null {
  if (status === 200) return null;
  if (status === 401) return { code: 'AUTH', retry: 'renew', says: 'refused the access token' };
  if (status === 403) return { code: 'FORBIDDEN', retry: 'never', says: 'gives this partner no access' };
  if (status === 407) return { code: 'NETWORK', retry: 'never', says: 'was not reached: the proxy requires its own credentials' };
  if (status === 429) return { code: 'RATE', retry: 'request', says: 'asks to wait' };
  if (status === 304) return { code: 'PROTOCOL', retry: 'never', says: 'answered as if a copy were already here' };
  if (status >= 300 && status < 400)
    return { code: 'SECURITY', retry: 'never', says: 'tried to redirect to another address, which is never followed' };
  if (status >= 500 && status < 600) return { code: 'SERVER', retry: 'request', says: 'had an internal error' };
  return { code: 'PROTOCOL', retry: 'never', says: 'gave an answer outside the interface description' };
}

/** What a person can do about a refusal. `address`: the address that may be wrong. */
export function adviceFor(code: ErrorCode, address = 'the service address'): string {
  if (code === 'FORBIDDEN') return 'Check the study number, or ask the data provider to open it for your partner id.';
  if (code === 'AUTH') return 'Check the client id and the secret, and connect again.';
  if (code === 'SERVER' || code === 'RATE') return 'Try again later.';
  return code === 'NETWORK' ? 'Ask who runs your network.' : `Check ${address}, or tell whoever runs the service.`;
}

/**
 * Seconds requested by Retry-After: whole seconds, or an HTTP date, which is compared with the answer's own Date so that a wrong local
 * clock does no harm. Null if absent, in the past or unreadable.
 */
export function parseRetryAfter(value: string | undefined, date: string | undefined, now: number): number | null {
  const text = value?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) > 0 ? Number(text) : null;
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return null;
  const until = Date.parse(text);
  const sent = Date.parse(date ?? '');
  const seconds = (until - (Number.isNaN(sent) ? now : sent)) / 1000;
  return seconds > 0 ? Math.ceil(seconds) : null;
}

/** Times in milliseconds. */
export interface Backoff {
  /** Most attempts per page, including the first; usually only time limits them. */
  readonly tries: number;
  /** Minimum wait after the first attempt; it doubles with each further one, up to `ceiling`. */
  readonly base: number;
  readonly ceiling: number;
  /** Longest time to wait for a service that only fails, over all pages, and for one page. */
  readonly timeoutMs: number;
}
export const usualBackoff: Backoff = { tries: Number.POSITIVE_INFINITY, base: 500, ceiling: 15_000, timeoutMs: 120_000 };

/** While a person waits for the answer. */
export const attendedBackoff: Backoff = { ...usualBackoff, tries: 5, ceiling: 8_000 };

/** Most attempts if the service was never reached in the run: the name may be wrong. */
const unreachedTries = 5;
/** Factor for the time to wait for a page whose answers only ask for fewer requests while others succeed. */
const busyFactor = 5;

/** If a service asks to wait longer than this, the error is RATE. Seconds. */
const retryAfterCap = 300;

/** Whether a requested wait is too long to wait for. */
export function isBeyondCap(retryAfter: number): boolean {
  return retryAfter > retryAfterCap;
}

export interface Failing {
  readonly code: ErrorCode;
  /** Attempts so far that count; those lost with the network do not. */
  readonly tries: number;
  /** All requests so far, at least 1. */
  readonly requests: number;
  /** Seconds since the first failure of this page. */
  readonly own: number;
  /** Seconds since the start of the first failed attempt after which none succeeded, for any page of the run. */
  readonly failing: number;
  readonly retryAfter: number | null;
  /** Milliseconds for which all requests are held because the answer asks for fewer; null if it does not. */
  readonly held: number | null;
  /** No request of this run ever reached the service. */
  readonly neverReached: boolean;
}

/** Seconds that the attempts before the longest wait, and its jitter, may take beside it. */
const besideWait = 10;

/**
 * Returns the milliseconds to wait before the next attempt, or the code to stop with. The wait is a doubling one with upward jitter, the
 * one that the service asked for plus a little jitter, or the time for which all requests are held.
 */
export function planRetry(now: Failing, backoff: Backoff, random: () => number): { readonly wait: number } | { readonly stop: ErrorCode } {
  const { code, tries, requests, retryAfter, held } = now;
  if (retryAfter !== null && isBeyondCap(retryAfter)) return { stop: 'RATE' };
  if (tries >= backoff.tries || (now.neverReached && tries >= unreachedTries)) return { stop: code };
  const grown = Math.min(backoff.ceiling, backoff.base * 2 ** (requests - 1)) * (1 + random() / 2);
  const wait = retryAfter === null ? (held ?? grown) : retryAfter * 1000 + random() * backoff.base;
  // A service that asks for a long wait is not failing meanwhile.
  const timeoutMs = retryAfter === null ? backoff.timeoutMs : Math.max(backoff.timeoutMs, (retryAfterCap + besideWait) * 1000);
  const ownTimeoutMs = held === null ? timeoutMs : timeoutMs * busyFactor;
  return now.failing * 1000 + wait > timeoutMs || now.own * 1000 > ownTimeoutMs ? { stop: code } : { wait };
}
