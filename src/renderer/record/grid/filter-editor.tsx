import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { useEffect, useMemo, useState, type ReactNode, type SubmitEvent } from 'react';
import type { Column } from '../../../shared/datasets/declaration.ts';
import { headerOf } from '../../../shared/datasets/headers.ts';
import type { Condition } from '../../../shared/query.ts';
import { useModel } from '../../data/model/model-context.ts';
import { applyDraft, clearedFilter, draftInMode, modesOf, modeWords, openedFilter, problemOf, type FilterDraft } from './filter-draft.ts';
import { useGrid } from './grid-context.ts';
import { withFilter } from '../../data/table/grid-state.ts';
import { codeTwin, numberTwin } from './number-twin.ts';
import { RangeFields } from './range-fields.tsx';
import { ValueList } from './value-list.tsx';
import { ReasonButton } from '../../ui/parts/buttons.tsx';
import { formatCount, formatCountOf } from '../../../shared/format-count.ts';

/** Milliseconds without a change before the rows are counted for the button. */
const countPause = 120;

/** Edits the filter of one column, in the modes that fit its kind. The button shows how many rows will be left. */
export function FilterEditor({
  column,
  condition,
  onDone,
}: {
  readonly column: Column;
  readonly condition: Condition | null;
  readonly onDone: () => void;
}): ReactNode {
  const { dataset, state, vocabulary, change, opened, open } = useGrid();
  const byNumber = numberTwin(dataset, column);
  const twin = byNumber ?? codeTwin(dataset, column);
  const [started] = useState(() => openedFilter(state.where, column, condition ?? undefined));
  const [draft, setDraft] = useState(() => draftInMode(state.where, column, started.mode, started.chosen));
  const modes = modesOf(column);
  const problem = problemOf(column, draft);
  const where = useMemo(() => applyDraft(state.where, column, started, draft), [state.where, column, started, draft]);
  const rows = useCountOf(problem === null ? where : null);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (problem !== null) return;
    change((before) => withFilter(before, { where: applyDraft(before.where, column, started, draft) }));
    onDone();
  };
  const clear = (): void => {
    change((before) => withFilter(before, { where: clearedFilter(before.where, column, started, draft.mode) }));
    onDone();
  };
  return (
    <form className="filter-editor" onSubmit={submit}>
      <header className="filter-head">
        <b className="clip">{headerOf(column, vocabulary)}</b>
        <SegmentedControl
          size="xs"
          aria-label="How to filter"
          data={modes.map((mode) => ({ value: mode, label: modeWords[mode] }))}
          value={draft.mode}
          onChange={(mode) => {
            setDraft(draftInMode(state.where, column, mode, started.chosen));
          }}
        />
      </header>
      <FilterFields column={column} draft={draft} onChange={setDraft} />
      {twin !== null && opened !== null && (
        <button
          type="button"
          className="link small filter-twin"
          onClick={() => {
            open({ what: 'filter', at: opened.at, column: twin, condition: null });
          }}
        >
          {byNumber === null ? `Filter by ${headerOf(twin, vocabulary).toLowerCase()} instead` : 'Filter by a range of numbers instead'}
        </button>
      )}
      <footer className="popover-foot">
        <span className="small t2 num">
          {problem ?? (draft.mode === 'any' || draft.mode === 'none' ? `${formatCount(draft.values.length)} chosen` : '')}
        </span>
        <span className="push" />
        <Button size="xs" variant="subtle" onClick={clear}>
          Clear
        </Button>
        <ReasonButton size="xs" variant="filled" type="submit" reason={problem}>
          {rows === null ? 'Show rows' : `Show ${formatCountOf(rows, 'row')}`}
        </ReasonButton>
      </footer>
    </form>
  );
}

function FilterFields({
  column,
  draft,
  onChange,
}: {
  readonly column: Column;
  readonly draft: FilterDraft;
  readonly onChange: (draft: FilterDraft) => void;
}): ReactNode {
  switch (draft.mode) {
    case 'any':
    case 'none':
      return (
        <ValueList
          column={column}
          chosen={draft.values}
          onChange={(values) => {
            onChange({ ...draft, values });
          }}
        />
      );
    case 'contains':
      return (
        <TextInput
          className="filter-field"
          data-autofocus
          aria-label="Text to find"
          placeholder="Text, ignoring upper and lower case"
          maxLength={4096}
          value={draft.text}
          onChange={(event) => {
            onChange({ ...draft, text: event.currentTarget.value });
          }}
        />
      );
    case 'range':
      return (
        <RangeFields
          column={column}
          ends={draft}
          onChange={(ends) => {
            onChange({ ...draft, ...ends });
          }}
        />
      );
    case 'missing':
    case 'present':
      return (
        <p className="filter-field small t2">
          {draft.mode === 'missing' ? 'Rows where the service sent no value.' : 'Rows with any value.'}
        </p>
      );
  }
}

/** Number of rows that match the conditions; null while they are counted or if `where` is null. */
function useCountOf(where: readonly Condition[] | null): number | null {
  const { data } = useModel();
  const { card, selection } = useGrid();
  const [counted, setCounted] = useState<{ readonly where: readonly Condition[]; readonly rows: number } | null>(null);
  useEffect(() => {
    if (where === null) return undefined;
    let current = true;
    const timer = setTimeout(() => {
      // If the call fails, the button shows no number.
      data.call('rows.count', { study: card.study, selection: { ...selection, where: [...where] } }).then(
        ({ rows }) => {
          if (current) setCounted({ where, rows });
        },
        () => undefined,
      );
    }, countPause);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [data, card.study, selection, where]);
  return where !== null && counted?.where === where ? counted.rows : null;
}
