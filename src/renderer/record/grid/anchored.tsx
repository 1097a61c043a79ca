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

/** A popover below an anchor. It takes the focus; `useOpened` returns it. */
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

/**
 * An invisible target for popovers, rendered in the body so that nothing moves or clips it. It drops the ARIA attributes of its popover, so
 * that it is not announced.
 */
export function AnchorSpot({ at, ref }: { readonly at: Anchor; readonly ref?: Ref<HTMLSpanElement> }): ReactNode {
  const { left, top, width, height } = at;
  return createPortal(<span ref={ref} className="anchor-spot" style={{ left, top, width, height }} />, document.body);
}

/** The popover that is open over the grid. When it closes, the focus returns to where it was, unless it has moved elsewhere. */
export function useOpened(): readonly [Opened | null, (what: Opened | null) => void] {
  const [opened, setOpened] = useState<Opened | null>(null);
  const from = useRef<Element | null>(null);
  const open = useCallback((what: Opened | null) => {
    // If one popover opens another, the original focus is kept.
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
