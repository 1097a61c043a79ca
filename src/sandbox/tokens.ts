import { randomBytes } from 'node:crypto';

/** Issues and recognises access tokens. */
export interface TokenBook {
  readonly lifetimeSeconds: number;
  issue(): string;
  accepts(token: string): boolean;
}

/** Tokens expire by the monotonic clock `now` (milliseconds), so that setting the computer's clock changes nothing. */
export function openTokenBook(lifetimeSeconds: number, now: () => number): TokenBook {
  const expiry = new Map<string, number>();
  return {
    lifetimeSeconds,
    issue() {
      dropExpired(expiry, now());
      const token = randomBytes(32).toString('base64url');
      expiry.set(token, now() + lifetimeSeconds * 1000);
      return token;
    },
    accepts: (token) => (expiry.get(token) ?? -Infinity) > now(),
  };
}

function dropExpired(expiry: Map<string, number>, at: number): void {
  for (const [token, end] of expiry) if (end <= at) expiry.delete(token);
}
