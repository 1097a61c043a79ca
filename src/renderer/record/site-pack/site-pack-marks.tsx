import { Button, Tooltip } from '@mantine/core';
import { IconPackage } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { SitePack } from '../../../shared/site-pack-schema.ts';
import { useCommands } from '../../ui/keys/commands.tsx';
import { useApp, usePlace } from '../../data/model/model-context.ts';
import { connectPlace, studiesPlace } from '../../data/model/place.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { useNow } from '../../ui/parts/as-of.ts';
import { packState } from './pack-state.ts';
import './site-pack.css';

const minute = 60_000;

/** State of a pack, updated every minute, as it can expire while shown. Null for a regular mirror. */
export function usePackState(pack: SitePack | null): ReturnType<typeof packState> | null {
  const now = useNow(minute);
  return pack === null ? null : packState(pack, now);
}

/** On a study's card: that it came in a site pack, and until when it opens. */
export function SitePackLine({ pack }: { readonly pack: SitePack }): ReactNode {
  const { over, says } = packState(pack, useNow(minute));
  return (
    <div className={`row small site-pack-line ${over ? 'site-pack-over' : ''}`}>
      <Glyph of={IconPackage} />
      <span>{says}</span>
    </div>
  );
}

/** Like `SitePackLine`, as a badge next to a study's as-of stamp. */
export function SitePackBadge({ pack }: { readonly pack: SitePack }): ReactNode {
  const { over, short, says } = packState(pack, useNow(minute));
  return (
    <Tooltip label={`${says}.`}>
      <span className={`badge ${over ? 'badge-warn' : ''}`} tabIndex={0} aria-label={`${says}.`}>
        <Glyph of={IconPackage} size={14} />
        {short}
      </span>
    </Tooltip>
  );
}

const waysOn = 'Nothing was deleted. Sync the study with a connection, open a newer pack, or wipe it.';

/** What to do about a study whose pack has expired. */
export function ExpiredNews(): ReactNode {
  return (
    <>
      <p className="t2">{waysOn}</p>
      <Steps />
    </>
  );
}

function Steps(): ReactNode {
  const { run } = useCommands();
  const { go } = usePlace();
  const { connection } = useApp();
  return (
    <div className="site-pack-steps">
      <Button
        size="xs"
        onClick={() => {
          run('open-pack');
        }}
      >
        Open a newer pack…
      </Button>
      {connection === null && (
        <Button
          size="xs"
          onClick={() => {
            go(connectPlace);
          }}
        >
          Connect to a service
        </Button>
      )}
    </div>
  );
}

/** Shown instead of a study's rows when its pack has expired. */
export function ExpiredStudy({ study, pack }: { readonly study: string; readonly pack: SitePack }): ReactNode {
  const { says } = packState(pack, useNow(minute));
  const { go } = usePlace();
  return (
    <div className="site-pack-expired" role="status">
      <Glyph of={IconPackage} size={20} />
      <div className="medium">{study} is no longer shown</div>
      <p className="small t2">
        {says}. {waysOn}
      </p>
      <Steps />
      <button
        type="button"
        className="link small"
        onClick={() => {
          go(studiesPlace);
        }}
      >
        All studies
      </button>
    </div>
  );
}
