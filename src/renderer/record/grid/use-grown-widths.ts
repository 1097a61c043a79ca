import { useCallback } from 'react';
import { useModel } from '../../data/model/model-context.ts';
import { useStore } from '../../data/model/store.ts';
import { grownBy, type Grow } from './grown-widths.ts';
import { layoutKey, type GrownWidths } from '../../data/table/layout.ts';

const none: GrownWidths = new Map();

/** The widths that the columns of a table have grown to while this window has been open, and what makes them grow. */
export function useGrownWidths(study: string, table: string): readonly [GrownWidths, Grow] {
  const { grownWidths } = useModel();
  const key = layoutKey(study, table);
  const grow = useCallback<Grow>(
    (columns, rows) => {
      grownWidths.update((before) => {
        const own = before.get(key) ?? none;
        const now = grownBy(columns, rows, own);
        return now === own ? before : new Map(before).set(key, now);
      });
    },
    [grownWidths, key],
  );
  return [useStore(grownWidths).get(key) ?? none, grow];
}
