import { useCallback } from 'react';
import { useExport } from '../export/open-export.ts';
import { useCommand } from '../../ui/keys/commands.tsx';
import { useModel } from '../../data/model/model-context.ts';
import { showFailure } from '../../ui/parts/toasts.tsx';
import { filterSentences } from './conditions.ts';
import { useGrid } from './grid-context.ts';
import { shownOf } from '../../data/table/layout.ts';
import { chosenOf } from '../../data/table/picked.ts';
import { usePickedCount } from './use-picked-count.ts';

/** Returns the function that opens the export dialog for the grid, also run by the `export` command. Counts the rows first if necessary. */
export function useExportRows(): () => void {
  const openExport = useExport();
  const { data } = useModel();
  const {
    card,
    dataset,
    selection,
    order,
    layout,
    state,
    rows: { counts },
  } = useGrid();
  const selected = usePickedCount() ?? 0;
  const exportRows = useCallback(() => {
    const open = ({ rows, of }: { readonly rows: number; readonly of: number }): void => {
      openExport({
        study: card.study,
        subjects: selection.subjects,
        grid: {
          dataset: dataset.name,
          selection,
          chosen: selected === 0 ? null : chosenOf(state.picked),
          sort: order,
          shown: shownOf(layout).map(({ name }) => name),
          counts: { selected, filtered: rows, all: of },
          filters: filterSentences(dataset, state),
        },
      });
    };
    if (counts !== null) open(counts);
    else
      data.call('rows.count', { study: card.study, selection }).then(open, (error: unknown) => {
        showFailure('The rows could not be counted', error);
      });
  }, [openExport, data, card.study, dataset, selection, order, layout, state, counts, selected]);
  useCommand('export', exportRows);
  return exportRows;
}
