import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useDeferredValue, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { Column } from '../../../shared/datasets/declaration.ts';
import { useCall } from '../../data/calls/use-call.ts';
import { useModel } from '../../data/model/model-context.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { useGrid } from './grid-context.ts';
import { formatCount } from '../../../shared/format-count.ts';

/** Most values that are listed; the search finds the others. */
const mostListed = 200;

interface ValueListProps {
  readonly column: Column;
  /** An empty text means "missing". */
  readonly chosen: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
}

/** The column's values in the rows that match the filters on other columns, the most frequent first, "missing" last. */
export function ValueList({ column, chosen, onChange }: ValueListProps): ReactNode {
  const { data } = useModel();
  const { card, selection } = useGrid();
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed.trim());
  const others = { ...selection, where: selection.where.filter((condition) => condition.column !== column.name) };
  const asked = { study: card.study, selection: others, column: column.name, limit: mostListed };
  const all = useCall('column.values', { ...asked, search: '' });
  const found = useCall('column.values', { ...asked, search });
  const values = found.data?.values ?? [];
  const listed = values.filter(({ value }) => value !== null);
  const missing = useCall('rows.count', {
    study: card.study,
    selection: { ...others, where: [...others.where, { column: column.name, op: 'missing', values: [] }] },
  });
  const toggle = (value: string): void => {
    onChange(chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value]);
  };
  /** Enter selects all values found, unless there are more than are listed. If they are selected already, it submits the form. */
  const takeFound = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || typed.trim() === '') return;
    const isShown = !found.loading && search === typed.trim();
    if (isShown && listed.length > 0 && listed.every(({ value }) => value !== null && chosen.includes(value))) return;
    event.preventDefault();
    data.call('column.values', { ...asked, search: typed.trim() }).then(
      ({ values: these, distinct }) => {
        const added = these.flatMap(({ value }) => (value === null || chosen.includes(value) ? [] : [value]));
        if (distinct <= mostListed) onChange([...chosen, ...added]);
      },
      // If the call fails, the selection stays as it is.
      () => undefined,
    );
  };
  const unlisted =
    typed === '' ? chosen.filter((value) => value !== '' && found.data !== null && !listed.some((row) => row.value === value)) : [];
  return (
    <>
      <ValueSearch
        column={column}
        typed={typed}
        found={typed === '' ? null : (found.data?.distinct ?? 0)}
        all={all.data?.distinct ?? null}
        onType={setTyped}
        onKeyDown={takeFound}
      />
      <div className="value-list" role="group" aria-label={`Values of ${column.plain}`}>
        {unlisted.map((value) => (
          <ValueLine
            key={value}
            value={value}
            count={0}
            on
            onToggle={() => {
              toggle(value);
            }}
          />
        ))}
        {listed.map(
          ({ value, count }) =>
            value !== null && (
              <ValueLine
                key={value}
                value={value}
                count={count}
                on={chosen.includes(value)}
                onToggle={() => {
                  toggle(value);
                }}
              />
            ),
        )}
        {found.data !== null && listed.length === 0 && (
          <p className="value-note small t3">{typed === '' ? 'No values among these rows' : `No value contains “${typed}”`}</p>
        )}
        {(found.data?.distinct ?? 0) > listed.length && (
          <p className="value-note small t3">The {formatCount(mostListed)} most frequent; use search to find others</p>
        )}
      </div>
      <div className="value-missing">
        <ValueLine
          value=""
          count={missing.data?.rows ?? null}
          on={chosen.includes('')}
          onToggle={() => {
            toggle('');
          }}
        />
      </div>
    </>
  );
}

interface ValueSearchProps {
  readonly column: Column;
  readonly typed: string;
  /** Number of values found; null without a search. */
  readonly found: number | null;
  /** Number of all values; null until they are counted. */
  readonly all: number | null;
  readonly onType: (typed: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

function ValueSearch({ column, typed, found, all, onType, onKeyDown }: ValueSearchProps): ReactNode {
  return (
    <TextInput
      className="filter-field"
      data-autofocus
      aria-label={`Search the values of ${column.plain}`}
      placeholder="Search values"
      value={typed}
      maxLength={200}
      onChange={(event) => {
        onType(event.currentTarget.value);
      }}
      onKeyDown={onKeyDown}
      leftSection={<Glyph of={IconSearch} size={14} />}
      rightSectionWidth={86}
      rightSectionPointerEvents="none"
      rightSection={
        all !== null && (
          <span className="small t3 num value-found">
            {found === null ? formatCount(all) : `${formatCount(found)} of ${formatCount(all)}`}
          </span>
        )
      }
    />
  );
}

function ValueLine({
  value,
  count,
  on,
  onToggle,
}: {
  readonly value: string;
  /** Null until it is counted. */
  readonly count: number | null;
  readonly on: boolean;
  readonly onToggle: () => void;
}): ReactNode {
  return (
    <label className="value-line">
      <input type="checkbox" className="tick" checked={on} onChange={onToggle} />
      <span className={`clip ${value === '' ? 't2' : ''}`} title={value}>
        {value === '' ? 'missing' : value}
      </span>
      <span className="push small t3 num">{count === null ? '' : formatCount(count)}</span>
    </label>
  );
}
