/** The window warns this many seconds before it locks. */
export const warnSeconds = 60;
/** No idle time that locks is shorter; the setting counts in minutes. */
export const shortestIdleSeconds = 60;
/** What to do after a given idle time; `seconds` is the time left before the lock. */
export type IdleStep = { readonly step: 'none' } | { readonly step: 'warn'; readonly seconds: number } | { readonly step: 'lock' };

export function planIdle(idleSeconds: number, limitMinutes: number): IdleStep {
  const left = limitMinutes * 60 - idleSeconds;
  if (left <= 0) return { step: 'lock' };
  return left > warnSeconds ? { step: 'none' } : { step: 'warn', seconds: Math.ceil(left) };
}

/** A moment by two clocks, in milliseconds: `steady` stops while the computer sleeps, `wall` can be set. */
export interface Moment {
  readonly steady: number;
  readonly wall: number;
}

/** Seconds between two moments. If the clocks disagree, the longer time counts. */
export function secondsBetween(from: Moment, to: Moment): number {
  return Math.max(to.steady - from.steady, to.wall - from.wall, 0) / 1000;
}
