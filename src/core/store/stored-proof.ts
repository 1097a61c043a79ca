import type { Proof } from '../../shared/status.ts';

/** How sure it is that the pages were one state of the service. */
export type Sureness = Pick<Proof, 'confirmed' | 'confirmedAt' | 'wholeStudy' | 'clockOffsetSeconds' | 'secondLook' | 'rounds'>;

/** A proof as it is kept; those of earlier versions were counted, and know nothing of confirmation. */
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

/** The moment that a copy is of: at which it is proven, or by which it was read. */
export function asOfProof({ confirmedAt, endedAt }: Pick<Proof, 'confirmedAt' | 'endedAt'>): string {
  return confirmedAt ?? endedAt;
}
