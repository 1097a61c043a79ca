import { Tooltip } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconCloudOff, IconHourglass, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Glyph } from './icon.tsx';

/** On every screen of a study whose data is made up. */
export function DemoBadge(): ReactNode {
  return (
    <Tooltip label="Made-up data from the service built into Carrel">
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

/** On a copy that is older than the age chosen in the settings. */
export function StaleBadge({ age }: { readonly age: string }): ReactNode {
  return (
    <span className="badge badge-warn badge-stale" title="Older than the age chosen in Settings, Sync">
      <Glyph of={IconHourglass} size={14} />
      <span>
        Stale<span className="badge-folds">, {age}</span>
      </span>
    </span>
  );
}
