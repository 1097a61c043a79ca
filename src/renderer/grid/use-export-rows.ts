import { useCallback } from 'react';
import { useExport } from '../export/export-context.ts';
import { useCommand } from '../keys/commands.tsx';
import { filterSentences } from './filter-words.ts';
import { useGrid } from './grid-context.ts';
import { shownOf } from './layout.ts';
import { chosenOf } from './picked.ts';
import { usePickedCount } from './use-picked-count.ts';

/** Opens the export dialog with what the grid shows, by button or by key. */
export function useExportRows(): () => void {
  const openExport = useExport();
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
    openExport({
      study: card.study,
      subjects: selection.subjects,
      grid: {
        dataset: dataset.name,
        selection,
        chosen: selected === 0 ? null : chosenOf(state.picked),
        sort: order,
        shown: shownOf(layout).map(({ name }) => name),
        counts: { selected, filtered: counts?.rows ?? 0, all: counts?.of ?? 0 },
        filters: filterSentences(dataset, state),
      },
    });
  }, [openExport, card.study, dataset, selection, order, layout, state, counts, selected]);
  useCommand('export', exportRows);
  return exportRows;
}
