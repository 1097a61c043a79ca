import { ActionIcon, Tooltip } from '@mantine/core';
import { IconLock, IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useCommands } from '../keys/commands.tsx';
import { mod } from '../keys/key-map.ts';
import { BrandMark, Glyph } from '../parts/icon.tsx';
import './top-bar.css';

/** The bar that is also the window's handle: brand or study at the left, the place's own things, search and lock. */
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
