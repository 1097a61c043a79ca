import { useCallback } from 'react';
import type { Column } from '../../../shared/datasets/declaration.ts';
import { pivotColumns } from '../../../shared/pivot.ts';
import { useCall } from '../../data/calls/use-call.ts';
import { useExport } from '../export/export-context.ts';
import { filterSentences } from '../grid/filter-words.ts';
import { useGrid } from '../grid/grid-context.ts';
import { useCommand } from '../../ui/keys/commands.tsx';
import type { PivotAnswer } from './use-pivot.ts';

/** Opens the export dialog with the table by visit, by button or by key. */
export function useExportPivot(columns: readonly Column[], shape: PivotAnswer['shape'] | null): () => void {
  const openExport = useExport();
  const { card, dataset, selection, state } = useGrid();
  const tests = shape?.tests.map(({ test }) => test) ?? [];
  const all = useCall('pivot.read', {
    study: card.study,
    selection: { ...selection, where: [], search: '' },
    tests: tests.length === 0 ? [''] : tests,
    sort: [],
    offset: 0,
    limit: 1,
  });
  const exportRows = useCallback(() => {
    if (shape === null) return;
    openExport({
      study: card.study,
      subjects: selection.subjects,
      grid: {
        dataset: dataset.name,
        selection,
        chosen: null,
        sort: state.byVisit.sort,
        shown: columns.map(({ name }) => name),
        counts: { selected: 0, filtered: shape.of, all: all.data?.of ?? shape.of },
        filters: filterSentences(dataset, state),
        pivot: { tests: shape.tests.map(({ test }) => test), columns: pivotColumns(dataset, shape.tests, true) },
      },
    });
  }, [openExport, card.study, dataset, selection, state, columns, shape, all.data]);
  useCommand('export', exportRows);
  return exportRows;
}
