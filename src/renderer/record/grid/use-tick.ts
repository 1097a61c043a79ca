import { useCallback, useRef } from 'react';
import { useModel } from '../../data/model/model-context.ts';
import { showAttention, showFailure } from '../../ui/parts/toasts.tsx';
import type { GridState } from '../../data/table/grid-state.ts';
import { isPicked, pickKeys, type Picked } from '../../data/table/picked.ts';
import { readRows, type RowsQuestion } from './rows-source.ts';
import { formatCount } from '../../../shared/format-count.ts';

/** Most rows that one Shift+click toggles. */
const mostAtOnce = 1000;

/** Toggles the row with a key at an index. With `range`, all rows between the previously toggled one and this one get the same state. */
export type Tick = (key: string, index: number, range: boolean) => void;

/** Rows in their order. */
interface Order extends Pick<RowsQuestion, 'selection' | 'sort'> {
  readonly generation: number;
}

/** The row toggled last, by its index among these rows in this order. */
export interface Toggled extends Order {
  readonly index: number;
}

/** The index of the row toggled last; null under another filter or order, or after a sync, where another row may have that index. */
export function indexOfLast(last: Toggled | null, { selection, sort, generation }: Order): number | null {
  const isSame = last?.selection === selection && last.sort === sort && last.generation === generation;
  return isSame ? last.index : null;
}

/** The rows from one index to another; null if they are too many for one Shift+click. */
export function rowsBetween(from: number, to: number): { readonly offset: number; readonly limit: number } | null {
  const limit = Math.abs(from - to) + 1;
  return limit > mostAtOnce ? null : { offset: Math.min(from, to), limit };
}

export function useTick(
  { study, selection, sort, generation }: RowsQuestion & Order,
  picked: Picked,
  change: (change: (before: GridState) => GridState) => void,
): Tick {
  const { data } = useModel();
  const last = useRef<Toggled | null>(null);
  return useCallback(
    (key, index, range) => {
      const on = !isPicked(picked, key);
      const from = indexOfLast(last.current, { selection, sort, generation });
      const between = range && from !== null ? rowsBetween(from, index) : undefined;
      if (between === null) {
        showAttention({
          title: on ? 'No rows were selected' : 'No rows were deselected',
          says: `Shift+click selects or deselects at most ${formatCount(mostAtOnce)} rows. For more, filter the table and use the checkbox in its header.`,
        });
        return;
      }
      last.current = { selection, sort, generation, index };
      const pick = (keys: readonly string[]): void => {
        change((before) => ({ ...before, picked: pickKeys(before.picked, keys, on) }));
      };
      if (between === undefined || between.limit === 1) {
        pick([key]);
        return;
      }
      readRows(data.call, { study, selection, sort }, between.offset, between.limit).then(
        (rows) => {
          pick(rows.map((row) => row.key));
        },
        (error: unknown) => {
          showFailure('The rows could not be selected', error);
        },
      );
    },
    [data, study, selection, sort, generation, picked, change],
  );
}
