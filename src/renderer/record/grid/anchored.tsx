import { Popover } from '@mantine/core';
import { type ReactNode, type Ref, useCallback, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Anchor, Opened } from './grid-context.ts';

interface AnchoredProps {
  readonly at: Anchor;
  readonly label: string;
  readonly width: number;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A popover beneath a place on screen; the focus goes into it and back to where it was. */
export function Anchored({ at, label, width, onClose, children }: AnchoredProps): ReactNode {
  return (
    <Popover
      opened
      onChange={(opened) => {
        if (!opened) onClose();
      }}
      position="bottom-start"
      width={width}
      trapFocus
    >
      <Popover.Target>
        <AnchorSpot at={at} />
      </Popover.Target>
      <Popover.Dropdown aria-label={label} className="grid-popover">
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}

/** An invisible box where something opens; it stands outside of everything that could move or clip it, and is nothing to be told of. */
export function AnchorSpot({ at, ref }: { readonly at: Anchor; readonly ref?: Ref<HTMLSpanElement> }): ReactNode {
  const { left, top, width, height } = at;
  return createPortal(<span ref={ref} className="anchor-spot" style={{ left, top, width, height }} />, document.body);
}

/** What is open over the grid. When it closes, the focus goes back to where it was, unless it went elsewhere meanwhile. */
export function useOpened(): readonly [Opened | null, (what: Opened | null) => void] {
  const [opened, setOpened] = useState<Opened | null>(null);
  const from = useRef<Element | null>(null);
  const open = useCallback((what: Opened | null) => {
    // One thing that leads to another keeps the place where it all began.
    if (what !== null) from.current ??= document.activeElement;
    setOpened(what);
  }, []);
  useEffect(() => {
    if (opened !== null) return;
    const back = from.current;
    from.current = null;
    if (back instanceof HTMLElement && back.isConnected && document.activeElement === document.body) back.focus({ preventScroll: true });
  }, [opened]);
  return [opened, open];
}
