import { Button } from '@mantine/core';
import { IconArrowBackUp, IconArrowDown, IconArrowUp, IconFilter2, IconPin } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Output } from '../../../shared/contract.ts';
import { isDerived, type Column } from '../../../shared/datasets/declaration.ts';
import { headerOf } from '../../../shared/datasets/headers.ts';
import { useCall } from '../../data/calls/use-call.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { cellText } from './cell-text.ts';
import { useGrid } from './grid-context.ts';
import { Histogram } from './range-fields.tsx';
import { withColumn } from '../../data/table/layout.ts';
import { numberTwin } from './number-twin.ts';
import { nextSort, nextStep } from '../../data/table/sorting.ts';
import { formatCount, formatCountOf } from '../../../shared/format-count.ts';

/** Summarises a column in the rows shown, with actions for the column. */
export function ColumnSummary({
  column,
  onFilter,
  onDone,
}: {
  readonly column: Column;
  readonly onFilter: () => void;
  readonly onDone: () => void;
}): ReactNode {
  const { card, dataset, selection, rows, vocabulary, state } = useGrid();
  const twin = numberTwin(dataset, column);
  // The values ignore filters on the column itself, so with such a filter they would not be those of the rows shown.
  const listsValues =
    twin === null &&
    column.kind !== 'number' &&
    column.kind !== 'datetime' &&
    !state.where.some((condition) => condition.column === column.name);
  const { data } = useCall('column.summary', { study: card.study, selection, column: column.name });
  return (
    <>
      <header className="summary-head">
        <b>{headerOf(column, vocabulary === 'source' ? 'plain' : vocabulary)}</b>
        <span className="mono t3 clip">{isDerived(column) ? 'derived by Carrel' : column.paths[0]}</span>
      </header>
      <p className="summary-said small t2">In the {rows.counts === null ? 'rows' : formatCountOf(rows.counts.rows, 'row')} shown</p>
      {column.kind === 'number' && <Histogram column={column} summary={data} />}
      {twin !== null && <NumbersOf column={twin} />}
      {listsValues && <TopValues column={column} />}
      <SummaryFacts column={column} summary={data} />
      <SummaryActions column={column} onFilter={onFilter} onDone={onDone} />
    </>
  );
}

/** The distribution of the results that are numbers. */
function NumbersOf({ column }: { readonly column: Column }): ReactNode {
  const { card, selection } = useGrid();
  const { data } = useCall('column.summary', { study: card.study, selection, column: column.name });
  return (
    <>
      <Histogram column={column} summary={data} />
      <p className="summary-said small t2 num">
        {data === null ? ' ' : formatCountOf(data.present, 'value is a number', 'values are numbers')}
      </p>
    </>
  );
}

function SummaryFacts({ column, summary }: { readonly column: Column; readonly summary: Output<'column.summary'> | null }): ReactNode {
  const known = (say: (of: Output<'column.summary'>) => string): string => (summary === null ? '–' : say(summary));
  const end = (value: string | number | null): string =>
    value === null ? '–' : column.kind === 'datetime' ? String(value).slice(0, 10) : cellText(column, value);
  const ordered = column.kind === 'number' || column.kind === 'datetime';
  return (
    <dl className={`summary-facts ${ordered ? 'summary-ordered' : ''}`}>
      <div>
        <dt>Values</dt>
        <dd>{known((of) => formatCount(of.present))}</dd>
      </div>
      <div>
        <dt>Distinct</dt>
        <dd>{known((of) => formatCount(of.distinct))}</dd>
      </div>
      <div>
        <dt>Missing</dt>
        <dd>{known((of) => formatCount(of.missing))}</dd>
      </div>
      {ordered && (
        <div>
          <dt>{column.kind === 'datetime' ? 'First' : 'Smallest'}</dt>
          <dd>{known((of) => end(of.min))}</dd>
        </div>
      )}
      {ordered && (
        <div>
          <dt>{column.kind === 'datetime' ? 'Last' : 'Largest'}</dt>
          <dd>{known((of) => end(of.max))}</dd>
        </div>
      )}
    </dl>
  );
}

function SummaryActions({
  column,
  onFilter,
  onDone,
}: {
  readonly column: Column;
  readonly onFilter: () => void;
  readonly onDone: () => void;
}): ReactNode {
  const { dataset, state, layout, change, changeLayout } = useGrid();
  const next = nextStep(dataset, state.sort, column.name);
  const pinned = layout.find(({ name }) => name === column.name)?.pinned ?? false;
  return (
    <footer className="popover-foot">
      <Button
        size="xs"
        variant="subtle"
        data-autofocus
        title="With Shift: sort by this column as well"
        aria-label={sortWords[next]}
        leftSection={<Glyph of={sortGlyphs[next]} size={14} />}
        onClick={(event) => {
          change((before) => ({ ...before, sort: nextSort(dataset, before.sort, column.name, event.shiftKey), topRow: 0 }));
        }}
      >
        Sort
      </Button>
      <Button size="xs" variant="subtle" leftSection={<Glyph of={IconFilter2} size={14} />} onClick={onFilter}>
        Filter
      </Button>
      <Button
        size="xs"
        variant="subtle"
        leftSection={<Glyph of={IconPin} size={14} />}
        onClick={() => {
          changeLayout((before) => withColumn(before, column.name, { pinned: !pinned }));
          onDone();
        }}
      >
        {pinned ? 'Unpin' : 'Pin'}
      </Button>
      <span className="push" />
      <Button
        size="xs"
        variant="subtle"
        onClick={() => {
          changeLayout((before) => withColumn(before, column.name, { shown: false }));
          onDone();
        }}
      >
        Hide
      </Button>
    </footer>
  );
}

const sortWords = { ascending: 'Sort ascending', descending: 'Sort descending', default: 'Sort in the default order' } as const;
const sortGlyphs = { ascending: IconArrowUp, descending: IconArrowDown, default: IconArrowBackUp } as const;

const listed = 5;

/** The most frequent values, with bars for their counts. */
function TopValues({ column }: { readonly column: Column }): ReactNode {
  const { card, selection } = useGrid();
  const { data } = useCall('column.values', { study: card.study, selection, column: column.name, search: '', limit: listed + 1 });
  const values = (data?.values ?? []).filter(({ value }) => value !== null).slice(0, listed);
  const most = Math.max(1, ...values.map(({ count }) => count));
  return (
    <ol className="top-values">
      {values.map(({ value, count }) => (
        <li key={value}>
          <span className="top-bar-fill" style={{ width: `${String((count / most) * 100)}%` }} />
          <span className="clip">{value}</span>
          <span className="push small t3 num">{formatCount(count)}</span>
        </li>
      ))}
      {data !== null && values.length === 0 && <li className="t3">No values</li>}
    </ol>
  );
}
