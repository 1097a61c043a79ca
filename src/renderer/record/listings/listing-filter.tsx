import { Button, Checkbox, Popover, TextInput } from '@mantine/core';
import { IconFilter2 } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { ListingColumn } from '../../../shared/calls/listings.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { rangeProblem, valuesOf, type ListingFilter, type ListingRow } from './listing-rows.ts';
import { formatCount } from '../../../shared/format-count.ts';

/** Maximum number of values of a column offered as checkboxes; with more, a text is entered instead. */
const mostValues = 40;

interface Props {
  readonly column: ListingColumn;
  readonly at: number;
  readonly rows: readonly ListingRow[];
  readonly filter: ListingFilter | null;
  readonly onFilter: (filter: ListingFilter | null) => void;
}

/** Button next to a column name that opens the filter of the column. */
export function ListingFilterButton(props: Props): ReactNode {
  const { column, filter } = props;
  const [opened, setOpened] = useState(false);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus shadow="sm" withinPortal>
      <Popover.Target>
        <button
          type="button"
          className="bare-icon listing-funnel"
          data-on={filter !== null}
          aria-label={`Filter ${column.label}`}
          aria-haspopup="dialog"
          onClick={(event) => {
            event.stopPropagation();
            setOpened((before) => !before);
          }}
        >
          <Glyph of={IconFilter2} size={14} />
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={`Filter ${column.label}`}>
        <FilterForm
          {...props}
          onFilter={(next) => {
            props.onFilter(next);
            setOpened(false);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

function FilterForm({ column, at, rows, filter, onFilter }: Props): ReactNode {
  const values = column.kind === 'text' ? valuesOf(rows, at) : [];
  const [draft, setDraft] = useState<ListingFilter>(() => filter ?? emptyFilter(column, values.length));
  const isEmpty =
    draft.kind === 'in' ? draft.values.length === 0 : draft.kind === 'contains' ? draft.text === '' : draft.least + draft.most === '';
  const problem = draft.kind === 'between' ? rangeProblem(column, draft.least, draft.most) : null;
  return (
    <form
      className="listing-filter"
      onSubmit={(event) => {
        event.preventDefault();
        if (problem !== null) return;
        onFilter(isEmpty ? null : draft);
      }}
    >
      <b>{column.label}</b>
      <DraftFields draft={draft} values={values} isNumber={column.kind === 'number'} onDraft={setDraft} />
      {problem !== null && (
        <p className="small" role="alert">
          {problem}
        </p>
      )}
      <div className="row">
        <Button
          variant="subtle"
          onClick={() => {
            onFilter(null);
          }}
        >
          Clear
        </Button>
        <Button variant="filled" type="submit">
          Apply
        </Button>
      </div>
    </form>
  );
}

function emptyFilter({ name, kind }: ListingColumn, values: number): ListingFilter {
  if (kind !== 'text') return { column: name, kind: 'between', least: '', most: '' };
  return values > mostValues ? { column: name, kind: 'contains', text: '' } : { column: name, kind: 'in', values: [] };
}

interface FieldsProps {
  readonly draft: ListingFilter;
  readonly values: ReturnType<typeof valuesOf>;
  readonly isNumber: boolean;
  readonly onDraft: (draft: ListingFilter) => void;
}

function DraftFields({ draft, values, isNumber, onDraft }: FieldsProps): ReactNode {
  if (draft.kind === 'contains')
    return (
      <TextInput
        label="Contains"
        data-autofocus
        value={draft.text}
        onChange={({ currentTarget }) => {
          onDraft({ ...draft, text: currentTarget.value });
        }}
      />
    );
  if (draft.kind === 'between') {
    const field = (end: 'least' | 'most', label: string): ReactNode => (
      <TextInput
        label={label}
        {...(end === 'least' ? { 'data-autofocus': true } : {})}
        placeholder={isNumber ? '' : '2025-01-31'}
        inputMode={isNumber ? 'decimal' : 'text'}
        value={draft[end]}
        onChange={({ currentTarget }) => {
          onDraft({ ...draft, [end]: currentTarget.value });
        }}
      />
    );
    return (
      <>
        {field('least', 'From')}
        {field('most', 'Up to')}
      </>
    );
  }
  return (
    <div className="listing-values" role="group" aria-label="Values">
      {values.map(([value, count]) => (
        <Checkbox
          key={value}
          label={
            <span>
              {value === '' ? 'missing' : value} <span className="t3 num">{formatCount(count)}</span>
            </span>
          }
          checked={draft.values.includes(value)}
          onChange={({ currentTarget }) => {
            const others = draft.values.filter((one) => one !== value);
            onDraft({ ...draft, values: currentTarget.checked ? [...others, value] : others });
          }}
        />
      ))}
    </div>
  );
}
