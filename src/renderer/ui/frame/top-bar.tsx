import { ActionIcon, Tooltip } from '@mantine/core';
import { IconLock, IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useCommands } from '../keys/commands.tsx';
import { mod } from '../keys/key-map.ts';
import { BrandMark, Glyph } from '../parts/icon.tsx';
import './top-bar.css';

/** The title bar, which also drags the window: brand or study on the left, then the content of the place, search and lock. */
export function TopBar({
  brand,
  children,
  plain = false,
}: {
  readonly brand?: ReactNode;
  readonly children?: ReactNode;
  readonly plain?: boolean;
}): ReactNode {
  return (
    <header className="top-bar">
      <div className="top-bar-brand">{brand ?? <Brand />}</div>
      {children}
      {!plain && <TopBarTools />}
    </header>
  );
}

function Brand(): ReactNode {
  return (
    <>
      <BrandMark size={22} />
      <b className="top-bar-name">Carrel</b>
    </>
  );
}

function TopBarTools(): ReactNode {
  const { run } = useCommands();
  return (
    <div className="top-bar-tools">
      <Tooltip label={`Find a place, study or action (${mod} K)`}>
        <ActionIcon
          aria-label="Find a place, study or action"
          onClick={() => {
            run('palette');
          }}
        >
          <Glyph of={IconSearch} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={`Lock (${mod} L)`}>
        <ActionIcon
          aria-label="Lock"
          onClick={() => {
            run('lock');
          }}
        >
          <Glyph of={IconLock} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
