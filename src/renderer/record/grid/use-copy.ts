import { useCallback } from 'react';
import type { GridRow } from '../../../shared/contract.ts';
import type { Column } from '../../../shared/datasets/declaration.ts';
import { formatCountOf } from '../../ui/format/numbers.ts';
import { useModel } from '../../data/model/model-context.ts';
import { showDone, showFailure } from '../../ui/parts/toasts.tsx';
import { cellOf } from '../../data/table/cell-of.ts';
import { columnsNamed } from './column-list.tsx';
import { whomWords } from '../../ui/parts/copied-words.ts';
import { copyRows } from './copying.ts';
import { useGrid } from './grid-context.ts';
import { shownOf } from '../../data/table/layout.ts';
import { chosenOf, isNonePicked } from '../../data/table/picked.ts';
import { clipboardCell } from './tsv.ts';

/** Copies the ticked rows with headers, or one cell. */
export function useCopy(): { readonly copyPicked: () => boolean; readonly copyCell: (column: Column, row: GridRow) => void } {
  const model = useModel();
  const { card, dataset, selection, order, layout, state, vocabulary } = useGrid();
  const copyCell = useCallback(
    (column: Column, row: GridRow) => {
      model.data.call('clipboard.write', { text: clipboardCell(column, cellOf(dataset, row, column.name)) }).catch((error: unknown) => {
        showFailure('Nothing was copied', error);
      });
    },
    [model, dataset],
  );
  const copyPicked = useCallback(() => {
    if (isNonePicked(state.picked)) return false;
    const question = { study: card.study, selection: { ...selection, chosen: chosenOf(state.picked) }, sort: order };
    const columns = columnsNamed(
      dataset,
      shownOf(layout).map(({ name }) => name),
    );
    copyRows(model, { question, dataset, columns, vocabulary }).then(
      (copied) => {
        if (copied === null) return;
        showDone({
          title: `Copied ${formatCountOf(copied.rows, 'row')}${whomWords(copied.meant)}`,
          says: `${formatCountOf(columns.length, 'column')} with headers, separated by tabs. The audit trail notes it.`,
        });
      },
      (error: unknown) => {
        showFailure('Nothing was copied', error);
      },
    );
    return true;
  }, [model, card.study, dataset, selection, order, layout, state.picked, vocabulary]);
  return { copyPicked, copyCell };
}
