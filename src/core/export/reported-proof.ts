import type { Drift, Proof } from '../../shared/status.ts';

/** A proof as reported in an export. */
export interface ReportedProof extends Omit<Proof, 'drift' | 'digest'> {
  /** What the interface does not describe; only the number of places by kind if names must not be disclosed. */
  readonly drift: readonly (Drift | Pick<Drift, 'kind' | 'count'>)[];
  /** SHA-256 of the pages as the service sent them; omitted if values must not be disclosed. */
  readonly digest?: string;
}

/**
 * Returns a proof without anything that must not be disclosed. Field names and addresses of extensions are as the service sent them and can
 * contain anything: they are texts of records, which do not belong next to an encrypted or pseudonymised file. The same applies to the
 * digest of the pages: a Group is little more than its subject numbers, so the digest would confirm a guess of them.
 */
export function reportedProof(proof: Proof | null, tellsValues: boolean): ReportedProof | null {
  if (proof === null || tellsValues) return proof;
  const { digest: _, drift, ...rest } = proof;
  const kinds = Map.groupBy(drift, ({ kind }) => kind);
  return { ...rest, drift: [...kinds].map(([kind, met]) => ({ kind, count: met.reduce((sum, { count }) => sum + count, 0) })) };
}
