import { IconServer2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useApp } from '../../data/model/model-context.ts';
import { DemoBadge } from '../../ui/parts/badges.tsx';
import { Glyph } from '../../ui/parts/icon.tsx';

/** Which service the window is set up for. */
export function ServiceLine(): ReactNode {
  const { connection } = useApp();
  if (connection === null)
    return (
      <span className="top-bar-said">
        <Glyph of={IconServer2} />
        No service is set up
      </span>
    );
  return (
    <>
      {connection.demo && <DemoBadge />}
      <span className="top-bar-said">
        <Glyph of={IconServer2} />
        {connection.demo ? 'Set up for the built-in demo service' : `Set up for the service, partner ${connection.partnerId}`}
      </span>
    </>
  );
}
