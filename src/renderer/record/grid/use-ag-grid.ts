import { createGrid, type GridOptions } from 'ag-grid-community';
import { useEffect, useRef, type RefObject } from 'react';
import { gridModules } from './grid-modules.ts';

/**
 * AG Grid in the element that the result is given to. It draws itself, not through React: rows and cells come and go by the hundred
 * while somebody scrolls. Options that are others than before are handed on to it.
 */
export function useAgGrid<Row>(options: GridOptions<Row>): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const given = useRef(options);
  const change = useRef<((changed: GridOptions<Row>) => void) | null>(null);
  // Not a layout effect: when the grid leaves, others read it in theirs for the last time.
  useEffect(() => {
    if (place.current === null) return undefined;
    const grid = createGrid(place.current, given.current, { modules: gridModules });
    change.current = (changed) => {
      grid.updateGridOptions(changed);
    };
    return () => {
      change.current = null;
      grid.destroy();
    };
  }, []);
  useEffect(() => {
    const changed = changedOptions(given.current, options);
    given.current = options;
    if (Object.keys(changed).length > 0) change.current?.(changed);
  }, [options]);
  return place;
}

function changedOptions<Row>(before: GridOptions<Row>, after: GridOptions<Row>): GridOptions<Row> {
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => before[name as keyof GridOptions<Row>] !== value));
}
