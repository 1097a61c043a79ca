import type { Sureness } from '../../../src/core/store/database/stored-proof.ts';

/** How sure a pass is when it is proven: confirmed at this time, or not at all. */
export function surenessAt(confirmedAt: string | null = null): Sureness {
  return { confirmed: confirmedAt !== null, confirmedAt, wholeStudy: false, clockOffsetSeconds: null, secondLook: true, rounds: 1 };
}
