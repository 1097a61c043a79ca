import type { ErrorCode } from '../../shared/errors.ts';

/** What is done about a failed try: `renew` asks for another token and repeats the page once. */
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

/** What a person can do about a refusal. `address`: the one that may be wrong. */
export function adviceFor(code: ErrorCode, address = 'the service address'): string {
  if (code === 'FORBIDDEN') return 'Check the study number, or ask the data provider to open it for your partner id.';
  if (code === 'AUTH') return 'Check the client id and the secret, and connect again.';
  if (code === 'SERVER' || code === 'RATE') return 'Try again later.';
  return code === 'NETWORK' ? 'Ask who runs your network.' : `Check ${address}, or tell whoever runs the service.`;
}

/**
 * Seconds that a Retry-After asks for: whole seconds or an HTTP date, which is compared with the answer's
 * own Date so that a wrong clock here does no harm. Null where it is absent, in the past or cannot be read.
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

/** Milliseconds. */
export interface Backoff {
  /** Tries a page at most, the first included, whatever the time; usually only time ends them. */
  readonly tries: number;
  /** Least wait after the first try; it doubles with each further one, up to `ceiling`. */
  readonly base: number;
  readonly ceiling: number;
  /** A service that does nothing but fail is waited for no longer than this, whichever pages were asked for, and so is one page. */
  readonly patience: number;
}
export const usualBackoff: Backoff = { tries: Number.POSITIVE_INFINITY, base: 500, ceiling: 15_000, patience: 120_000 };

/** While a person waits for the answer. */
export const attendedBackoff: Backoff = { ...usualBackoff, tries: 5, ceiling: 8_000 };

/** Tries of a service that was never reached in the run: nobody waits for a name that is none. */
const unreachedTries = 5;
/** By how much longer a page is waited for whose answers only ask for fewer requests, while others come. */
const busyFactor = 5;

/** A service that asks to wait longer than this is RATE. Seconds. */
const retryAfterCap = 300;

/** Whether a service that asks to wait so many seconds is waited for no longer. */
export function isBeyondCap(retryAfter: number): boolean {
  return retryAfter > retryAfterCap;
}

export interface Failing {
  readonly code: ErrorCode;
  /** Tries made so far that count: those that were lost with the network do not. */
  readonly tries: number;
  /** All requests made so far, 1 or more. */
  readonly requests: number;
  /** Seconds since the first failure of this page. */
  readonly own: number;
  /** Seconds since the begin of the first failed try after which none succeeded, of any page of the run. */
  readonly failing: number;
  readonly retryAfter: number | null;
  /** The answer asks for fewer requests, and all of them are held for so many milliseconds; null: it does not. */
  readonly held: number | null;
  /** No request of this run ever reached the service. */
  readonly neverReached: boolean;
}

/**
 * Whether a failed page is tried again and after how many milliseconds: a wait that doubles, with jitter upward only, what the service asked
 * for plus a little jitter, or as long as all requests are held; else the code to end with.
 */
export function planRetry(now: Failing, backoff: Backoff, random: () => number): { readonly wait: number } | { readonly stop: ErrorCode } {
  const { code, tries, requests, retryAfter, held } = now;
  if (retryAfter !== null && isBeyondCap(retryAfter)) return { stop: 'RATE' };
  if (tries >= backoff.tries || (now.neverReached && tries >= unreachedTries)) return { stop: code };
  const grown = Math.min(backoff.ceiling, backoff.base * 2 ** (requests - 1)) * (1 + random() / 2);
  const wait = retryAfter === null ? (held ?? grown) : retryAfter * 1000 + random() * backoff.base;
  // Who asks to wait so long does not fail meanwhile.
  const patience = retryAfter === null ? backoff.patience : Math.max(backoff.patience, retryAfterCap * 1000);
  const ownPatience = held === null ? patience : patience * busyFactor;
  return now.failing * 1000 + wait > patience || now.own * 1000 > ownPatience ? { stop: code } : { wait };
}
