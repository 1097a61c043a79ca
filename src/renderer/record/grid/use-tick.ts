import { useCallback, useRef } from 'react';
import { useModel } from '../../data/model/model-context.ts';
import { showFailure } from '../../ui/parts/toasts.tsx';
import type { GridState } from '../../data/table/grid-state.ts';
import { isPicked, pickKeys, type Picked } from '../../data/table/picked.ts';
import { readRows, type RowsQuestion } from './rows-source.ts';

/** Most rows that one Shift+click ticks or unticks. */
const mostAtOnce = 1000;

/** Toggles the row with a key at an index. With `range`, all rows between the previously toggled one and this one get the same state. */
export type Tick = (key: string, index: number, range: boolean) => void;

export function useTick(
  { study, selection, sort }: RowsQuestion,
  picked: Picked,
  change: (change: (before: GridState) => GridState) => void,
): Tick {
  const { data } = useModel();
  const last = useRef<number | null>(null);
  return useCallback(
    (key, index, range) => {
      const on = !isPicked(picked, key);
      const from = last.current;
      last.current = index;
      const pick = (keys: readonly string[]): void => {
        change((before) => ({ ...before, picked: pickKeys(before.picked, keys, on) }));
      };
      if (!range || from === null || from === index) {
        pick([key]);
        return;
      }
      const limit = Math.min(mostAtOnce, Math.abs(from - index) + 1);
      readRows(data.call, { study, selection, sort }, Math.min(from, index), limit).then(
        (rows) => {
          pick(rows.map((row) => row.key));
        },
        (error: unknown) => {
          showFailure('The rows could not be selected', error);
        },
      );
    },
    [data, study, selection, sort, picked, change],
  );
}
