import { useEffect, type RefObject } from 'react';

const scrolledAside = '.ag-grid-viewport, .ag-body-horizontal-scroll-viewport';

/**
 * Tells the style sheet whether the table stands aside of its first column (class `slid`). Only then do the frozen cells have to stick:
 * each that sticks is a layer of its own, two a row, which is slow where the processor draws.
 */
export function useSlid(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const table = place.current;
    if (table === null) return undefined;
    const followScroll = ({ target }: Event): void => {
      if (target instanceof Element && target.matches(scrolledAside)) table.classList.toggle('slid', target.scrollLeft !== 0);
    };
    // The wheel moves the table before a script hears of it.
    const followWheel = ({ deltaX, shiftKey }: WheelEvent): void => {
      if (deltaX !== 0 || shiftKey) table.classList.add('slid');
    };
    table.addEventListener('scroll', followScroll, { capture: true, passive: true });
    table.addEventListener('wheel', followWheel, { capture: true, passive: true });
    return () => {
      table.removeEventListener('scroll', followScroll, { capture: true });
      table.removeEventListener('wheel', followWheel, { capture: true });
    };
  }, [place]);
}
