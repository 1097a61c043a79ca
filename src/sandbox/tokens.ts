import { randomBytes } from 'node:crypto';

/** Issues and recognises access tokens. */
export interface TokenBook {
  readonly lifetimeSeconds: number;
  /** A new token, which is valid for this many seconds instead of the usual. */
  issue(lifetime?: number): string;
  state(token: string): 'good' | 'expired' | 'unknown';
  /** All that were ever issued, in order. */
  issued(): readonly string[];
}

/** Tokens expire by the monotonic clock `now` (milliseconds), so that setting the computer's clock changes nothing. */
export function openTokenBook(lifetimeSeconds: number, now: () => number): TokenBook {
  const expiry = new Map<string, number>();
  const issued: string[] = [];
  return {
    lifetimeSeconds,
    issue(lifetime = lifetimeSeconds) {
      const token = randomBytes(32).toString('base64url');
      expiry.set(token, now() + lifetime * 1000);
      issued.push(token);
      return token;
    },
    state(token) {
      const end = expiry.get(token);
      if (end === undefined) return 'unknown';
      return end > now() ? 'good' : 'expired';
    },
    issued: () => issued,
  };
}
