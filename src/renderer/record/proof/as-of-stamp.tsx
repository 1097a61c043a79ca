import { IconClock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { StudyStatus } from '../../../shared/status.ts';
import { ProofOpener } from './proof-opener.tsx';
import { momentOf } from '../../ui/parts/as-of.ts';
import { StaleBadge } from '../../ui/parts/badges.tsx';
import { Glyph } from '../../ui/parts/icon.tsx';
import { ProofIcon } from '../../ui/parts/proof-icon.tsx';
import { useAsOf } from '../../ui/parts/use-as-of.ts';
import '../../ui/parts/as-of.css';

/** "Complete as of 14 May 2026, 14:05", which opens the proof. */
export function AsOfStamp({ status }: { readonly status: StudyStatus }): ReactNode {
  const asOf = useAsOf(status);
  if (asOf.state === 'none') return <span className="as-of">{asOf.lead}</span>;
  return (
    <ProofOpener status={status}>
      {(open) => (
        <button
          type="button"
          className={`as-of as-of-${asOf.state}`}
          title="What was checked before this copy counted as complete"
          aria-haspopup="dialog"
          onClick={open}
        >
          {asOf.state === 'proven' ? <ProofIcon /> : <Glyph of={IconClock} />}
          <span className="as-of-lead">{asOf.lead}</span> <b className="num">{momentOf(asOf)}</b>
          {asOf.state === 'attention' && asOf.rest !== '' && <span className="as-of-rest">, {asOf.rest}</span>}
          {asOf.stale !== null && <StaleBadge age={asOf.stale} />}
        </button>
      )}
    </ProofOpener>
  );
}
