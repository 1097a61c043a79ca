import { useCallback, useEffect, useRef, useState } from 'react';
import type { Opened } from './grid-context.ts';

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
