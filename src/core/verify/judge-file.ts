import type { TrailFile } from '../../shared/engine-protocol.ts';
import type { ExportedDataset, KnownFile, VerifiedFile } from '../../shared/calls/verify.ts';
import type { Claim, FileEvidence } from './file-evidence.ts';

type Judged = Omit<VerifiedFile, 'name' | 'bytes' | 'sha256' | 'rows' | 'differs'> & {
  /** The trail entry that the verdict refers to. */
  readonly entry: TrailFile | null;
};
/** Most other exports with the same bytes that are reported. */
const mostOthers = 8;
type Evidence = Omit<FileEvidence, 'compareRows'>;
type Export = Extract<KnownFile, { readonly what: 'export' }>;

/**
 * Judges a SHA-256 by the trail and the evidence. Only the trail can prove that a file is unchanged, because anybody can write evidence. A
 * trail that a backup brought counts only if the vault's own knows nothing of the file.
 */
export function judgeFile(sha256: string, evidence: Evidence, trail: readonly TrailFile[]): Judged {
  const byOwn = judgeBy(
    trail.filter(({ known }) => known.restored !== true),
    sha256,
    evidence,
  );
  return byOwn.entry === null ? judgeBy(trail, sha256, evidence) : byOwn;
}

function judgeBy(trail: readonly TrailFile[], sha256: string, evidence: Evidence): Judged {
  const { inside, beside, isSitePack } = evidence;
  const outside = beside?.claim ?? null;
  const claims = [inside, outside].filter((claim) => claim !== null);
  const same = trail.filter((file) => file.sha256 === sha256);
  const match = bestOf(same, claims);
  if (match !== null) {
    const reported = { times: same.length, others: othersOf(match, same), evidence: agreement(sha256, beside, same) };
    return { ...judged('unchanged', 'digest', match), ...reported, datasets: datasetsOf(match, evidence) };
  }
  const differs = outside === null ? null : 'differs';
  for (const claim of claims) {
    const entry = bestOf(
      trail.filter(({ known }) => known.what === 'export' && known.id === claim.id),
      [],
    );
    if (entry === null) continue;
    const reason = claim === inside ? 'id' : 'beside';
    return { ...judged('changed', reason, entry), datasets: datasetsOf(entry, evidence), evidence: differs };
  }
  const [first] = claims;
  const claim = first === undefined ? null : { study: first.study, at: first.at };
  if (outside !== null && outside.sha256 !== null && outside.sha256 !== sha256)
    return { ...judged('changed', 'evidence-differs', null), evidence: differs, claim };
  if (outside !== null && outside.sha256 === sha256) return { ...judged('unknown', 'evidence-only', null), evidence: 'agrees', claim };
  if (claim !== null) return { ...judged('unknown', 'claims', null), evidence: differs, claim };
  return judged('unknown', isSitePack ? 'site-pack' : 'nothing', null);
}

function judged(verdict: Judged['verdict'], reason: Judged['reason'], entry: TrailFile | null): Judged {
  return { verdict, reason, entry, known: entry?.known ?? null, times: 0, others: [], evidence: null, claim: null, datasets: [] };
}

/**
 * Of several entries, the one that the evidence names, otherwise the newest; one whose file never got its name only if there is no other.
 */
function bestOf(entries: readonly TrailFile[], claims: readonly Claim[]): TrailFile | null {
  const named = entries.filter(({ known }) => known.what !== 'export' || !known.nameless);
  const of = named.length > 0 ? named : entries;
  const claimed = of.find(({ known }) => known.what === 'export' && claims.some(({ id }) => id === known.id));
  return claimed ?? of.at(-1) ?? null;
}

/** Other exports with the same bytes, each once; files without rows are identical. */
function othersOf({ known }: TrailFile, same: readonly TrailFile[]): VerifiedFile['others'] {
  const others = new Map<string, VerifiedFile['others'][number]>();
  for (const { known: other } of [{ known }, ...same])
    if (other.what === 'export') others.set(`${other.study}/${other.dataset ?? ''}`, { study: other.study, dataset: other.dataset });
  return [...others.values()].slice(1, 1 + mostOthers);
}

/** Whether the evidence next to a file belongs to one of the exports that the trail has for it. */
function agreement(sha256: string, beside: FileEvidence['beside'], same: readonly TrailFile[]): VerifiedFile['evidence'] {
  if (beside === null) return null;
  return beside.claim?.sha256 === sha256 && same.some((entry) => isEvidenceOf(beside, entry)) ? 'agrees' : 'differs';
}

/** By its digest in the entry. Entries of earlier versions have none, and a workbook has no evidence next to it. */
function isEvidenceOf({ claim, sha256 }: NonNullable<FileEvidence['beside']>, { known, evidenceSha256 }: TrailFile): boolean {
  if (known.what !== 'export' || claim === null || !isClaimOf(claim, known)) return false;
  return evidenceSha256 === undefined ? known.format !== 'xlsx' : evidenceSha256 === sha256;
}

/**
 * An entry names one dataset, or only the latest generation of several. Which these are is taken from the evidence if it agrees with the
 * entry.
 */
function datasetsOf(entry: TrailFile, { inside, beside }: Pick<FileEvidence, 'inside' | 'beside'>): ExportedDataset[] {
  const { known } = entry;
  if (known.what !== 'export') return [];
  const { dataset, generation } = known;
  if (dataset !== null) return [{ dataset, generation }];
  const outside = beside !== null && isEvidenceOf(beside, entry) ? beside.claim : null;
  const claim = outside ?? (inside !== null && isClaimOf(inside, known) ? inside : null);
  return [...(claim?.datasets ?? [])];
}

/** As far as is known from an entry without the evidence's own digest. */
function isClaimOf(claim: Claim, { id, study, generation }: Export): boolean {
  const latest = Math.max(0, ...claim.datasets.map((one) => one.generation ?? 0));
  const names = new Set(claim.datasets.map(({ dataset }) => dataset));
  return claim.id === id && claim.study === study && latest === (generation ?? 0) && names.size === claim.datasets.length;
}
