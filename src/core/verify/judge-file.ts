import type { TrailFile } from '../../shared/engine-protocol.ts';
import type { ExportedDataset, KnownFile, VerifiedFile } from '../../shared/calls/verify.ts';
import type { Claim, FileEvidence } from './file-evidence.ts';

type Judged = Omit<VerifiedFile, 'name' | 'bytes' | 'sha256' | 'rows'> & {
  /** The entry of the trail that the verdict is of. */
  readonly entry: TrailFile | null;
};
type Export = Extract<KnownFile, { readonly what: 'export' }>;

/** What the trail and the evidence together make of a SHA-256. The trail alone says that a file is unchanged: evidence can be written by anybody. */
export function judgeFile(sha256: string, evidence: Omit<FileEvidence, 'compareRows'>, trail: readonly TrailFile[]): Judged {
  const { inside, beside, isSitePack } = evidence;
  const claims = [inside, beside].filter((claim) => claim !== null);
  const same = trail.filter((file) => file.sha256 === sha256);
  const match = bestOf(same, claims);
  if (match !== null) {
    const told = { times: same.length, evidence: agreement(sha256, beside, same) };
    return { ...judged('unchanged', 'digest', match), ...told, datasets: datasetsOf(match, claims) };
  }
  const differs = beside === null ? null : 'differs';
  for (const { id } of claims) {
    const entry = bestOf(
      trail.filter(({ known }) => known.what === 'export' && known.id === id),
      [],
    );
    if (entry !== null) return { ...judged('changed', 'id', entry), datasets: datasetsOf(entry, claims), evidence: differs };
  }
  const [first] = claims;
  const claim = first === undefined ? null : { study: first.study, at: first.at };
  if (beside !== null && beside.sha256 !== null && beside.sha256 !== sha256)
    return { ...judged('changed', 'evidence-differs', null), evidence: differs, claim };
  if (beside !== null && beside.sha256 === sha256) return { ...judged('unknown', 'evidence-only', null), evidence: 'agrees', claim };
  if (claim !== null) return { ...judged('unknown', 'claims', null), evidence: differs, claim };
  return judged('unknown', isSitePack ? 'site-pack' : 'nothing', null);
}

function judged(verdict: Judged['verdict'], reason: Judged['reason'], entry: TrailFile | null): Judged {
  return { verdict, reason, entry, known: entry?.known ?? null, times: 0, evidence: null, claim: null, datasets: [] };
}

/** Of several entries the one that the evidence names, else the newest; one whose file never got its name only where there is no other. */
function bestOf(entries: readonly TrailFile[], claims: readonly Claim[]): TrailFile | null {
  const named = entries.filter(({ known }) => known.what !== 'export' || !known.nameless);
  const of = named.length > 0 ? named : entries;
  const claimed = of.find(({ known }) => known.what === 'export' && claims.some(({ id }) => id === known.id));
  return claimed ?? of.at(-1) ?? null;
}

/** Whether the evidence beside a file is that of one of the exports which the trail knows it as. */
function agreement(sha256: string, beside: FileEvidence['beside'], same: readonly TrailFile[]): VerifiedFile['evidence'] {
  if (beside === null) return null;
  const isOf = ({ known, evidenceSha256 = beside.ownSha256 }: TrailFile): boolean =>
    known.what === 'export' && isClaimOf(beside, known) && evidenceSha256 === beside.ownSha256;
  return beside.sha256 === sha256 && same.some(isOf) ? 'agrees' : 'differs';
}

/** An entry names one dataset, or of several only the latest generation: which they are stands in the evidence, where that agrees with it. */
function datasetsOf({ known }: TrailFile, claims: readonly Claim[]): ExportedDataset[] {
  if (known.what !== 'export') return [];
  const { dataset, generation } = known;
  if (dataset !== null) return [{ dataset, generation }];
  const claim = claims.find((one) => isClaimOf(one, known));
  return [...(claim?.datasets ?? [])];
}

/** As far as an entry without the evidence's own digest can tell. */
function isClaimOf(claim: Claim, { id, study, generation }: Export): boolean {
  const latest = Math.max(0, ...claim.datasets.map((one) => one.generation ?? 0));
  return claim.id === id && claim.study === study && latest === (generation ?? 0);
}
