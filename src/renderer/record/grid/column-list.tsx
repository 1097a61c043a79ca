import { IconFilter2, IconSearch } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { TextInput, Button } from '@mantine/core';
import type { Dataset } from '../../../shared/datasets/datasets.ts';
import type { Column } from '../../../shared/datasets/declaration.ts';
import { headerOf } from '../../../shared/datasets/headers.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { useGrid } from './grid-context.ts';
import { shownOf } from '../../data/table/layout.ts';
import './popovers.css';

/** A searchable list of columns to filter by, the shown ones first. */
export function ColumnList({ onChoose }: { readonly onChoose: (column: Column) => void }): ReactNode {
  const { dataset, layout, vocabulary, state } = useGrid();
  const [typed, setTyped] = useState('');
  const shown = shownOf(layout).map(({ name }) => name);
  const names = [...shown, ...layout.map(({ name }) => name).filter((name) => !shown.includes(name))];
  const columns = columnsNamed(dataset, names).filter((column) => matches(column, typed));
  const [first] = columns;
  return (
    <>
      <ColumnSearch
        typed={typed}
        placeholder="Filter by which column?"
        onType={setTyped}
        onTake={() => {
          if (first !== undefined && typed.trim() !== '') onChoose(first);
        }}
      />
      <ul className="column-list">
        {columns.map((column) => (
          <li key={column.name}>
            <button
              type="button"
              className="column-choice"
              title={column.help}
              onClick={() => {
                onChoose(column);
              }}
            >
              <span className="clip">{headerOf(column, vocabulary)}</span>
              {state.where.some((condition) => condition.column === column.name) && <Glyph of={IconFilter2} size={12} />}
              {!shown.includes(column.name) && <span className="push tiny t3">hidden</span>}
            </button>
          </li>
        ))}
        {columns.length === 0 && <li className="value-note small t3">No matching column</li>}
      </ul>
    </>
  );
}

/** The declared columns with these names, in the order of the names. */
export function columnsNamed(dataset: Dataset, names: readonly string[]): readonly Column[] {
  return names.flatMap((name) => dataset.columns.find((column) => column.name === name) ?? []);
}

/** Whether any of a column's names contains the text. */
export function matches(column: Column, typed: string): boolean {
  const wanted = typed.trim().toLowerCase();
  return (['plain', 'sdtm', 'source'] as const).some((vocabulary) => headerOf(column, vocabulary).toLowerCase().includes(wanted));
}

interface Props {
  readonly typed: string;
  readonly placeholder: string;
  readonly label?: string;
  readonly onType: (typed: string) => void;
  /** Called on Enter. */
  readonly onTake?: () => void;
}

/** The search field of a list of columns or tests; focused when the list opens. */
export function ColumnSearch({ typed, placeholder, label = 'Search the columns', onType, onTake }: Props): ReactNode {
  return (
    <TextInput
      className="filter-field"
      data-autofocus
      aria-label={label}
      placeholder={placeholder}
      value={typed}
      onChange={(event) => {
        onType(event.currentTarget.value);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || onTake === undefined) return;
        event.preventDefault();
        onTake();
      }}
      leftSection={<Glyph of={IconSearch} size={14} />}
    />
  );
}

interface ChooserFootProps {
  /** Label of the reset button. */
  readonly reset: string;
  readonly onReset: () => void;
  readonly onDone: () => void;
}

/** The footer of a list of columns or tests. */
export function ChooserFoot({ reset, onReset, onDone }: ChooserFootProps): ReactNode {
  return (
    <footer className="popover-foot">
      <Button size="xs" variant="subtle" onClick={onReset}>
        {reset}
      </Button>
      <span className="push" />
      <Button size="xs" onClick={onDone}>
        Done
      </Button>
    </footer>
  );
}
