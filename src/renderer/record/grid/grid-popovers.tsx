import type { ReactNode } from 'react';
import type { GridRow } from '../../../shared/contract.ts';
import type { Column } from '../../../shared/datasets/declaration.ts';
import { Anchored } from './anchored.tsx';
import { CellMenu } from './cell-menu.tsx';
import { ColumnChooser } from './column-chooser.tsx';
import { ColumnList } from './column-list.tsx';
import { ColumnSummary } from './column-summary.tsx';
import { FilterEditor } from './filter-editor.tsx';
import { useGrid } from './grid-context.ts';

interface GridPopoversProps {
  readonly onCopyCell: (column: Column, row: GridRow) => void;
  readonly onOpenRow: (row: GridRow) => void;
}

/** The popover or menu that is open over the grid. */
export function GridPopovers({ onCopyCell, onOpenRow }: GridPopoversProps): ReactNode {
  const { dataset, opened, open } = useGrid();
  const close = (): void => {
    open(null);
  };
  if (opened === null) return null;
  switch (opened.what) {
    case 'summary':
      return (
        <Anchored at={opened.at} label={`Column ${opened.column.plain}`} width={328} onClose={close}>
          <ColumnSummary
            column={opened.column}
            onDone={close}
            onFilter={() => {
              open({ what: 'filter', at: opened.at, column: opened.column, condition: null });
            }}
          />
        </Anchored>
      );
    case 'filter-columns':
      return (
        <Anchored at={opened.at} label={`Filter ${dataset.title.toLowerCase()} by a column`} width={288} onClose={close}>
          <ColumnList
            onChoose={(column) => {
              open({ what: 'filter', at: opened.at, column, condition: null });
            }}
          />
        </Anchored>
      );
    case 'filter':
      return (
        <Anchored key={opened.column.name} at={opened.at} label={`Filter ${opened.column.plain}`} width={352} onClose={close}>
          <FilterEditor column={opened.column} condition={opened.condition} onDone={close} />
        </Anchored>
      );
    case 'columns':
      return (
        <Anchored at={opened.at} label="Columns" width={320} onClose={close}>
          <ColumnChooser onDone={close} />
        </Anchored>
      );
    // Handled by the table by visit.
    case 'tests':
      return null;
    case 'cell':
      return <CellMenu at={opened.at} column={opened.column} row={opened.row} onCopy={onCopyCell} onOpen={onOpenRow} />;
  }
}
