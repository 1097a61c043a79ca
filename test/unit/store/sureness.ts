import type { Sureness } from '../../../src/core/store/stored-proof.ts';

/** A pass that was confirmed, when it was proven. */
export function surenessAt(confirmedAt: string | null = null): Sureness {
  return { confirmed: confirmedAt !== null, confirmedAt, wholeStudy: false, clockOffsetSeconds: null, secondLook: true, rounds: 1 };
}
