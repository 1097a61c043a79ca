import type { Proof } from '../../../shared/status.ts';

/** How certain it is that the pages were one state of the service. */
export type Sureness = Pick<Proof, 'confirmed' | 'confirmedAt' | 'wholeStudy' | 'clockOffsetSeconds' | 'secondLook' | 'rounds'>;

/** Reads a stored proof. Proofs of earlier versions lack the fields about confirmation, which get their defaults. */
export function storedProof(text: string): Proof {
  const counted: Sureness = {
    confirmed: false,
    confirmedAt: null,
    wholeStudy: false,
    clockOffsetSeconds: null,
    secondLook: true,
    rounds: 1,
  };
  return { ...counted, ...(JSON.parse(text) as Proof) };
}

/** The as-of time of a copy: when it was confirmed, otherwise when its reading ended. */
export function asOfProof({ confirmedAt, endedAt }: Pick<Proof, 'confirmedAt' | 'endedAt'>): string {
  return confirmedAt ?? endedAt;
}
