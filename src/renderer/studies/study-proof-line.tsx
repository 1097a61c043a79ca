import { IconClock, IconShieldCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { StudyCard } from '../../shared/contract.ts';
import { momentOf, type AsOf } from '../parts/as-of.ts';
import { ProofPopover } from '../parts/as-of-stamp.tsx';
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
      <Glyph of={asOf.state === 'proven' ? IconShieldCheck : IconClock} className={`study-proof-${asOf.state}`} />
      <span className="clip">
        {copying ? 'Copy of' : asOf.lead} {asOf.moment !== null && <b className="num">{momentOf(asOf)}</b>}
        {copying && ' stays in use until this pass is proven'}
        {!copying && asOf.rest !== '' && <span className="t3"> · {asOf.rest}</span>}
        {card.demo && !copying && <span className="t3"> · made-up study from the built-in service</span>}
      </span>
      {asOf.moment !== null && (
        <ProofPopover status={card.status}><button type="button" className="link push">Proof</button></ProofPopover>
      )}
    </div>
  );
}
