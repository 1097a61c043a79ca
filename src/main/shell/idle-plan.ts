/** Seconds before the lock at which the window says so. */
export const warnSeconds = 60;
/** What is due after so many seconds without use. */
export type IdleStep = { readonly step: 'none' } | { readonly step: 'warn'; readonly seconds: number } | { readonly step: 'lock' };

export function planIdle(idleSeconds: number, limitMinutes: number): IdleStep {
  const left = limitMinutes * 60 - idleSeconds;
  if (left <= 0) return { step: 'lock' };
  return left > warnSeconds ? { step: 'none' } : { step: 'warn', seconds: Math.ceil(left) };
}

/** A moment by both clocks, in milliseconds: the one stands still while a computer sleeps, the other may be set. */
export interface Moment {
  readonly steady: number;
  readonly wall: number;
}

/** Seconds between two moments; of two clocks that differ the longer time counts. */
export function secondsBetween(from: Moment, to: Moment): number {
  return Math.max(to.steady - from.steady, to.wall - from.wall, 0) / 1000;
}
