import { ActionIcon } from '@mantine/core';
import { IconPin, IconPinFilled } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { Column } from '../../../shared/datasets/declaration.ts';
import { headerOf } from '../../../shared/datasets/headers.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { MoveButtons } from '../../ui/parts/controls.tsx';
import { ChooserFoot, columnsNamed, matches, ColumnSearch } from './column-list.tsx';
import { useGrid } from './grid-context.ts';
import { defaultLayout, movedBy, shownOf, withColumn, type LayoutColumn } from '../../data/table/layout.ts';

/** Chooses which columns are shown, in which order, and which are pinned. */
export function ColumnChooser({ onDone }: { readonly onDone: () => void }): ReactNode {
  const { dataset, layout, changeLayout } = useGrid();
  const [typed, setTyped] = useState('');
  const shown = shownOf(layout);
  const hidden = layout.filter((place) => !place.shown);
  const lines = (places: readonly LayoutColumn[]): ReactNode =>
    columnsNamed(
      dataset,
      places.map(({ name }) => name),
    )
      .filter((column) => matches(column, typed))
      .map((column) => {
        const place = places.find(({ name }) => name === column.name);
        return place === undefined ? null : <ChooserLine key={column.name} column={column} place={place} last={shown.length === 1} />;
      });
  return (
    <>
      <ColumnSearch typed={typed} placeholder="Search columns" onType={setTyped} />
      <div className="chooser">
        <h3 className="chooser-head">Shown, in order</h3>
        <ul>{lines(shown)}</ul>
        {hidden.length > 0 && <h3 className="chooser-head">Hidden</h3>}
        <ul>{lines(hidden)}</ul>
      </div>
      <ChooserFoot
        reset="Reset"
        onReset={() => {
          changeLayout(() => defaultLayout(dataset));
        }}
        onDone={onDone}
      />
    </>
  );
}

function ChooserLine({
  column,
  place,
  last,
}: {
  readonly column: Column;
  readonly place: LayoutColumn;
  readonly last: boolean;
}): ReactNode {
  const { vocabulary, changeLayout } = useGrid();
  const name = headerOf(column, vocabulary);
  const move = (step: -1 | 1): void => {
    changeLayout((before) => movedBy(before, column.name, step));
  };
  return (
    <li className="chooser-line">
      <label className="chooser-label" title={place.shown && last ? 'At least one column must be shown' : column.help}>
        <input
          type="checkbox"
          className="tick"
          checked={place.shown}
          disabled={place.shown && last}
          onChange={() => {
            changeLayout((before) => withColumn(before, column.name, { shown: !place.shown }));
          }}
        />
        <span className="clip">{name}</span>
        {column.personal === true && <span className="tiny t3">personal</span>}
      </label>
      {place.shown && (
        <span className={`chooser-tools ${place.pinned ? 'chooser-pinned' : ''}`}>
          <MoveButtons name={name} onMove={move} />
          <ActionIcon
            size={24}
            className="chooser-pin"
            aria-label={`Pin ${name}`}
            aria-pressed={place.pinned}
            onClick={() => {
              changeLayout((before) => withColumn(before, column.name, { pinned: !place.pinned }));
            }}
          >
            <Glyph of={place.pinned ? IconPinFilled : IconPin} size={14} />
          </ActionIcon>
        </span>
      )}
    </li>
  );
}
