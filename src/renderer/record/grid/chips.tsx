import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { columnOf } from '../../../shared/datasets/datasets.ts';
import type { Condition } from '../../../shared/query.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { withoutCondition, chipWords, splitWords } from './conditions.ts';
import { anchorOf, useGrid } from './grid-context.ts';
import { withFilter } from '../../data/table/grid-state.ts';

/** The filters as sentences; renders nothing without filters. */
export function Chips(): ReactNode {
  const { state, change } = useGrid();
  if (state.where.length === 0) return null;
  return (
    <div className="chips">
      <div className="chips-list" role="list" aria-label="Filters">
        {state.where.map((condition) => (
          <Chip key={JSON.stringify(condition)} condition={condition} />
        ))}
      </div>
      <Button
        size="xs"
        variant="subtle"
        onClick={() => {
          change((before) => withFilter(before, { where: [] }));
        }}
      >
        Clear all
      </Button>
    </div>
  );
}

function Chip({ condition }: { readonly condition: Condition }): ReactNode {
  const { dataset, vocabulary, change, open } = useGrid();
  const words = chipWords(dataset, condition, vocabulary);
  const [said, value] = splitWords(words);
  const column = columnOf(dataset, condition.column);
  const remove = (): void => {
    change((before) => withFilter(before, { where: withoutCondition(before.where, condition) }));
  };
  const hear = (event: KeyboardEvent): void => {
    if (event.key !== 'Delete' && event.key !== 'Backspace') return;
    event.preventDefault();
    remove();
  };
  return (
    <span className="chip" role="listitem">
      <button
        type="button"
        className="chip-words"
        title="Edit this filter"
        onKeyDown={hear}
        onClick={(event) => {
          if (column !== undefined) open({ what: 'filter', at: anchorOf(event.currentTarget), column, condition });
        }}
      >
        {said}
        <b>{value}</b>
      </button>
      <button type="button" className="chip-x" aria-label={`Remove the filter “${words}”`} onClick={remove}>
        <Glyph of={IconX} size={12} />
      </button>
    </span>
  );
}
