import { Popover } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { StudyStatus } from '../../shared/status.ts';
import { describeAsOf, momentOf } from './as-of.ts';
import { Glyph } from './icon.tsx';
import { ProofIcon } from './proof-icon.tsx';
import { ProofTable } from './proof-table.tsx';
import './as-of.css';

/** "Complete as of 14 May 2026, 14:05", which opens the proof. */
export function AsOfStamp({ status }: { readonly status: StudyStatus }): ReactNode {
  const [now] = useState(() => new Date());
  const asOf = describeAsOf(status, now);
  if (asOf.state === 'none') return <span className="as-of">{asOf.lead}</span>;
  return (
    <ProofPopover status={status}>
      <button type="button" className={`as-of as-of-${asOf.state}`} title="What was checked before this copy counted as complete">
        {asOf.state === 'proven' ? <ProofIcon /> : <Glyph of={IconClock} />}
        <span className="as-of-lead">{asOf.lead}</span> <b className="num">{momentOf(asOf)}</b>
        {asOf.state === 'attention' && <span className="as-of-rest">, {asOf.rest}</span>}
      </button>
    </ProofPopover>
  );
}

/** Opens the proof of a study's passes beneath its child, which must be a button. */
export function ProofPopover({ status, children }: { readonly status: StudyStatus; readonly children: ReactNode }): ReactNode {
  return (
    <Popover position="bottom-end" width={560} trapFocus returnFocus>
      <Popover.Target>{children}</Popover.Target>
      <Popover.Dropdown aria-label="Proof">
        <ProofTable status={status} />
      </Popover.Dropdown>
    </Popover>
  );
}
