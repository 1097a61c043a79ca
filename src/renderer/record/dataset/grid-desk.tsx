import type { CellFocusedEvent, CellKeyDownEvent, GridApi } from 'ag-grid-community';
import { useCallback, useState, type ReactNode } from 'react';
import type { GridRow } from '../../../shared/contract.ts';
import { columnOf } from '../../../shared/datasets/datasets.ts';
import { useModel, usePlace } from '../../data/model/model-context.ts';
import { subjectPlace } from '../../data/model/place.ts';
import { PendingReviewNotice } from '../pending-review/pending-review-notice.tsx';
import { RecordInspector } from '../inspector/record-inspector.tsx';
import { ErrorStrip } from '../../ui/parts/states.tsx';
import { cellOf, shownOf } from '../../data/table/layout.ts';
import { useCopy } from '../grid/copying.ts';
import { Chips } from '../grid/chips.tsx';
import { EmptyRows } from '../grid/empty-rows.tsx';
import { useGrid } from '../grid/grid-context.ts';
import { GridPopovers } from '../grid/grid-popovers.tsx';
import { GridTable } from '../grid/grid-table.tsx';
import { allPicked, chosenOf } from '../../data/table/picked.ts';
import { StatusLine } from '../grid/status-line.tsx';
import { ColumnsButton, Toolbar } from '../toolbar/toolbar.tsx';
import { useOpenRecord } from '../grid/use-open-record.ts';
import { useExport } from '../export/open-export.ts';
import { useCommand } from '../../ui/keys/commands.tsx';
import { showFailure } from '../../ui/parts/toasts.tsx';
import { filterSentences } from '../grid/conditions.ts';
import { usePickedCount } from '../grid/use-picked-count.ts';
import { currentCounts } from '../grid/use-rows.ts';

/** Toolbar, filters, table and status line, with the open record next to them. */
export function GridDesk({ generation }: { readonly generation: number }): ReactNode {
  const { card, dataset, subject, rows, change, tick } = useGrid();
  const [api, setApi] = useState<GridApi<GridRow> | null>(null);
  const { copyPicked, copyCell } = useCopy();
  const exportRows = useExportRows();
  const { openKey, openRow, close, step } = useOpenRecord(api);
  const enter = useEnter(openRow);
  const hearKey = useCallback(
    ({ event, data, column, node }: CellKeyDownEvent<GridRow>) => {
      if (!(event instanceof KeyboardEvent) || data === undefined) return;
      const held = event.ctrlKey || event.metaKey;
      const declared = columnOf(dataset, column.getColId());
      if (event.key === ' ') tick(data.key, node.rowIndex ?? 0, event.shiftKey);
      else if (event.key === 'Enter') enter(data);
      else if (event.key === 'Escape' && openKey !== null) close();
      else if (held && event.key.toLowerCase() === 'a') change((before) => ({ ...before, picked: allPicked }));
      else if (held && event.key.toLowerCase() === 'c' && !copyPicked() && declared !== undefined) copyCell(declared, data);
    },
    [dataset, tick, enter, openKey, close, change, copyPicked, copyCell],
  );
  const followFocus = useCallback(
    ({ api: grid, rowIndex }: CellFocusedEvent<GridRow>) => {
      if (openKey === null || rowIndex === null) return;
      const row = grid.getDisplayedRowAtIndex(rowIndex)?.data;
      if (row !== undefined && row.key !== openKey) openRow(row);
    },
    [openKey, openRow],
  );
  const focusRows = useCallback(() => {
    const [first] = api?.getAllDisplayedColumns() ?? [];
    if (first !== undefined) api?.setFocusedCell(0, first);
  }, [api]);
  return (
    <div className="grid-desk">
      <section className="grid-place" aria-label={dataset.title}>
        {subject === null && <h1 className="sr-only">{dataset.title}</h1>}
        <Toolbar onExport={exportRows} chooser={<ColumnsButton />} />
        <Chips />
        <PendingReviewNotice status={card.status} name={dataset.name} onDecided={focusRows} />
        {rows.error !== null && <ErrorStrip error={rows.error} step={{ label: 'Try again', take: rows.retry }} />}
        <div className="grid-table" data-outdated={rows.isOutdated}>
          <GridTable openKey={openKey} generation={generation} onReady={setApi} onKey={hearKey} onFocus={followFocus} onOpen={enter} />
          <EmptyRows />
        </div>
        <StatusLine />
      </section>
      {openKey !== null && subject === null && (
        <RecordInspector study={card.study} dataset={dataset.name} recordKey={openKey} onClose={close} onStep={step} />
      )}
      <GridPopovers onCopyCell={copyCell} onOpenRow={openRow} />
    </div>
  );
}

/** Opens a row on Enter or double click: the subject's page in the list of subjects, elsewhere the record. */
function useEnter(openRow: (row: GridRow) => void): (row: GridRow) => void {
  const { go } = usePlace();
  const { card, dataset } = useGrid();
  return useCallback(
    (row: GridRow) => {
      const subject = cellOf(dataset, row, 'subject');
      if (dataset.name === 'subjects' && typeof subject === 'string' && subject !== '') go(subjectPlace(card.study, subject));
      else openRow(row);
    },
    [go, card.study, dataset, openRow],
  );
}

/** Returns the function that opens the export dialog for the grid, also run by the `export` command. Counts the rows first if necessary. */
function useExportRows(): () => void {
  const openExport = useExport();
  const { data } = useModel();
  const { card, dataset, selection, order, layout, state, rows } = useGrid();
  const counts = currentCounts(rows);
  const known = usePickedCount() ?? 0;
  const exportRows = useCallback(() => {
    const chosen = chosenOf(state.picked);
    const open = ({ rows, of }: { readonly rows: number; readonly of: number }, selected: number): void => {
      openExport({
        study: card.study,
        subjects: selection.subjects,
        grid: {
          dataset: dataset.name,
          selection,
          chosen: selected === 0 ? null : chosen,
          sort: order,
          shown: shownOf(layout).map(({ name }) => name),
          counts: { selected, filtered: rows, all: of },
          filters: filterSentences(dataset, state),
        },
      });
    };
    const count = (asked: typeof selection) => data.call('rows.count', { study: card.study, selection: asked });
    if (counts !== null) open(counts, known);
    else
      Promise.all([count(selection), chosen === null ? null : count({ ...selection, chosen })]).then(
        ([all, picked]) => {
          open(all, picked?.rows ?? 0);
        },
        (error: unknown) => {
          showFailure('The rows could not be counted', error);
        },
      );
  }, [openExport, data, card.study, dataset, selection, order, layout, state, counts, known]);
  useCommand('export', exportRows);
  return exportRows;
}
