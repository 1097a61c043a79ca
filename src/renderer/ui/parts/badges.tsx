import { Tooltip } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconCloudOff, IconHourglass, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Glyph } from './icon.tsx';
import type { Change } from '../../../shared/contract.ts';

/** Shown on every screen of a study with synthetic data. */
export function DemoBadge(): ReactNode {
  return (
    <Tooltip label="Synthetic data from the service built into Carrel">
      <span className="badge badge-demo">Demo data</span>
    </Tooltip>
  );
}

export function OfflineBadge({ reason }: { readonly reason: string }): ReactNode {
  return (
    <Tooltip label={reason}>
      <span className="badge" tabIndex={0} aria-label={`Offline. ${reason}`}>
        <Glyph of={IconCloudOff} size={14} />
        Offline
      </span>
    </Tooltip>
  );
}

export function SyncingBadge(): ReactNode {
  return (
    <span className="badge">
      <Glyph of={IconRefresh} size={14} />
      Syncing
    </span>
  );
}

export function ReadyBadge({ ready }: { readonly ready: boolean }): ReactNode {
  return (
    <span className={`badge ${ready ? 'badge-ok' : 'badge-warn'}`}>
      <Glyph of={ready ? IconCheck : IconAlertTriangle} size={14} />
      {ready ? 'Ready for offline' : 'Not ready for offline'}
    </span>
  );
}

/** Shown for a copy older than the age chosen in the settings. */
export function StaleBadge({ age }: { readonly age: string }): ReactNode {
  return (
    <span className="badge badge-warn badge-stale" title="Older than the age set in Settings, Sync">
      <Glyph of={IconHourglass} size={14} />
      <span>
        Stale<span className="badge-folds">, {age}</span>
      </span>
    </span>
  );
}

/** New: plus in a disc; changed: diamond; vanished: minus in a ring. Shape and name carry the meaning, not colour alone. */
export function ChangeMark({ kind }: { readonly kind: Change['kind'] }): ReactNode {
  return (
    <svg className={`mark mark-${kind}`} viewBox="0 0 12 12" role="img" aria-label={kind}>
      {shapeOf(kind)}
    </svg>
  );
}

function shapeOf(kind: Change['kind']): ReactNode {
  switch (kind) {
    case 'new':
      return (
        <>
          <circle cx={6} cy={6} r={5} fill="currentColor" />
          <path d="M6 3.6v4.8M3.6 6h4.8" stroke="var(--surface)" strokeWidth={1.5} strokeLinecap="round" />
        </>
      );
    case 'changed':
      return <path d="M6 .8 11.2 6 6 11.2.8 6Z" fill="currentColor" />;
    case 'vanished':
      return (
        <>
          <circle cx={6} cy={6} r={4.8} fill="none" stroke="currentColor" strokeWidth={1.4} />
          <path d="M3.6 6h4.8" stroke="currentColor" strokeWidth={1.5} strokeLinecap="round" />
        </>
      );
  }
}
