import type { Drift, Proof } from '../../shared/status.ts';

/** A proof as an export tells it. */
export interface ReportedProof extends Omit<Proof, 'drift' | 'digest'> {
  /** What the interface does not describe; of each kind only in how many places, where names are not to be told. */
  readonly drift: readonly (Drift | Pick<Drift, 'kind' | 'count'>)[];
  /** SHA-256 over the pages as the service sent them; not there where values are not to be told. */
  readonly digest?: string;
}

/**
 * A proof as it may be told. The names of fields and the addresses of extensions are as the service sent them, and anything may stand in
 * them: they are texts of records, which do not belong beside what is encrypted or pseudonymised. Nor does the digest of the pages: a Group
 * is little more than the numbers of its subjects, so that whoever guesses them could see by it that they are right.
 */
export function reportedProof(proof: Proof | null, tellsValues: boolean): ReportedProof | null {
  if (proof === null || tellsValues) return proof;
  const { digest: _, drift, ...rest } = proof;
  const kinds = Map.groupBy(drift, ({ kind }) => kind);
  return { ...rest, drift: [...kinds].map(([kind, met]) => ({ kind, count: met.reduce((sum, { count }) => sum + count, 0) })) };
}
