import { IconClock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { StudyCard } from '../../../shared/contract.ts';
import { disagreementsOf } from '../../tasks/offline/disagreements.ts';
import { momentOf, type AsOf } from '../../ui/parts/as-of.ts';
import { StaleBadge } from '../../ui/parts/badges.tsx';
import { ProofIcon } from '../../ui/parts/proof-icon.tsx';
import { Glyph } from '../../ui/parts/icon.tsx';
import { ProofOpener } from '../../record/proof/proof-opener.tsx';

interface Props {
  readonly card: StudyCard;
  readonly asOf: AsOf;
  readonly syncing: boolean;
}

/** How old the copy is, why it can be trusted, and the way to the proof. */
export function StudyProofLine({ card, asOf, syncing }: Props): ReactNode {
  const copying = syncing && asOf.ready;
  const reasons = asOf.ready ? disagreementsOf(card.status).filter((reason) => reason !== asOf.rest) : [];
  return (
    <div className="row small study-proof">
      {asOf.state === 'proven' ? <ProofIcon className="study-proof-proven" /> : <Glyph of={IconClock} className="study-proof-attention" />}
      <span className="study-proof-words">
        {copying ? 'Copy of' : asOf.lead} {asOf.moment !== null && <b className="num">{momentOf(asOf)}</b>}
        {copying && ' stays in use until this pass is proven'}
        {!copying && asOf.rest !== '' && <span className="t3"> · {asOf.rest}</span>}
        {!copying && reasons.map((reason) => <span key={reason}> · {reason}</span>)}
      </span>
      {asOf.stale !== null && <StaleBadge age={asOf.stale} />}
      {asOf.moment !== null && (
        <ProofOpener status={card.status}>
          {(open) => (
            <button type="button" className="link push" aria-haspopup="dialog" onClick={open}>
              Proof
            </button>
          )}
        </ProofOpener>
      )}
    </div>
  );
}
