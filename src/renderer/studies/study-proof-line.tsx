import { IconClock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { StudyCard } from '../../shared/contract.ts';
import { momentOf, type AsOf } from '../parts/as-of.ts';
import { ProofPopover } from '../parts/as-of-stamp.tsx';
import { ProofIcon } from '../parts/proof-icon.tsx';
import { Glyph } from '../parts/icon.tsx';

interface Props {
  readonly card: StudyCard;
  readonly asOf: AsOf;
  readonly syncing: boolean;
}

/** How old the copy is, why it can be trusted, and the way to the proof. */
export function StudyProofLine({ card, asOf, syncing }: Props): ReactNode {
  const copying = syncing && asOf.ready;
  return (
    <div className="row small study-proof">
      {asOf.state === 'proven' ? <ProofIcon className="study-proof-proven" /> : <Glyph of={IconClock} className="study-proof-attention" />}
      <span className="clip">
        {copying ? 'Copy of' : asOf.lead} {asOf.moment !== null && <b className="num">{momentOf(asOf)}</b>}
        {copying && ' stays in use until this pass is proven'}
        {!copying && asOf.rest !== '' && <span className="t3"> · {asOf.rest}</span>}
      </span>
      {asOf.moment !== null && (
        <ProofPopover status={card.status}>
          <button type="button" className="link push">
            Proof
          </button>
        </ProofPopover>
      )}
    </div>
  );
}
