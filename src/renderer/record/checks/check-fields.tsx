import { ActionIcon, Select, TextInput } from '@mantine/core';
import { IconCheck, IconPlus, IconTrash, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { comparisons } from '../../../shared/condition-words.ts';
import { columnOf, datasets, type DatasetName } from '../../../shared/datasets/datasets.ts';
import type { ColumnKind } from '../../../shared/datasets/declaration.ts';
import { headerOf } from '../../../shared/datasets/headers.ts';
import { operatorsByKind, type Operator } from '../../../shared/query.ts';
import { usePreferences } from '../../data/model/model-context.ts';
import { ReasonButton } from '../../ui/parts/buttons.tsx';
import { Glyph } from '../../ui/parts/icon.tsx';
import { columnsOf, takesValue, type ConditionDraft, type ExampleDraft, type RuleDraft } from './rule-draft.ts';

const words: Readonly<Record<Operator, string>> = {
  ...comparisons,
  contains: 'contains',
  in: 'is one of',
  'not-in': 'is none of',
  missing: 'has no value',
  present: 'has a value',
};
const dated: Readonly<Partial<Record<Operator, string>>> = {
  '=': 'is on',
  '!=': 'is not on',
  '<': 'is before',
  '<=': 'is on or before',
  '>': 'is after',
  '>=': 'is on or after',
};
const hints: Readonly<Record<ColumnKind, string>> = { text: 'Text', flag: 'Text', list: 'Text', number: '6.5', datetime: '2025-09-03' };

interface ConditionFieldsProps {
  readonly dataset: DatasetName;
  readonly condition: ConditionDraft;
  readonly number: number;
  readonly onChange: (condition: ConditionDraft) => void;
  /** Null for the only condition. */
  readonly onRemove: (() => void) | null;
}

/** One condition of a check: column, comparison and value. */
export function ConditionFields({ dataset, condition, number, onChange, onRemove }: ConditionFieldsProps): ReactNode {
  const { vocabulary } = usePreferences();
  const kind = columnOf(datasets[dataset], condition.column)?.kind ?? 'text';
  return (
    <div className="check-condition" role="group" aria-label={`Condition ${String(number)}`}>
      <Select
        aria-label="Column"
        searchable
        allowDeselect={false}
        data={datasets[dataset].columns.map((column) => ({ value: column.name, label: headerOf(column, vocabulary) }))}
        value={condition.column}
        onChange={(name) => {
          const column = columnOf(datasets[dataset], name ?? '');
          if (column === undefined) return;
          const ops = operatorsByKind[column.kind];
          onChange({ ...condition, column: column.name, op: ops.includes(condition.op) ? condition.op : (ops[0] ?? 'present') });
        }}
      />
      <Select
        aria-label="Comparison"
        allowDeselect={false}
        data={operatorsByKind[kind].map((op) => ({ value: op, label: (kind === 'datetime' ? dated[op] : undefined) ?? words[op] }))}
        value={condition.op}
        onChange={(chosen) => {
          const op = operatorsByKind[kind].find((candidate) => candidate === chosen);
          if (op !== undefined) onChange({ ...condition, op });
        }}
      />
      {takesValue(condition.op) ? (
        <TextInput
          aria-label="Value"
          placeholder={condition.op === 'in' || condition.op === 'not-in' ? 'Values, separated by commas' : hints[kind]}
          value={condition.text}
          onChange={(event) => {
            onChange({ ...condition, text: event.currentTarget.value });
          }}
        />
      ) : (
        <span />
      )}
      {onRemove !== null && (
        <ActionIcon variant="subtle" aria-label={`Remove condition ${String(number)}`} onClick={onRemove}>
          <Glyph of={IconTrash} size={14} />
        </ActionIcon>
      )}
    </div>
  );
}

type Kind = 'finds' | 'leaves';
const kinds = ['finds', 'leaves'] as const;
const kindWords: Readonly<Record<Kind, { readonly title: string; readonly add: string; readonly fails: string }>> = {
  finds: { title: 'Found', add: 'Add one that should be found', fails: 'Should be found' },
  leaves: { title: 'Not found', add: 'Add one that should not be found', fails: 'Should not be found' },
};

interface ExampleFieldsProps {
  readonly draft: RuleDraft;
  /** Positions of the examples that fail, by kind; null until they are known. */
  readonly failed: Readonly<Record<Kind, readonly number[]>> | null;
  readonly onChange: (part: Partial<RuleDraft>) => void;
}

/** The examples of a check, one per row, with a cell for each column in its conditions. */
export function ExampleFields({ draft, failed, onChange }: ExampleFieldsProps): ReactNode {
  const { vocabulary } = usePreferences();
  const columns = columnsOf(draft);
  const setCell = (kind: Kind, at: number, column: string, text: string): void => {
    const example: ExampleDraft = { ...draft[kind][at], [column]: text };
    onChange({ [kind]: draft[kind].with(at, example) });
  };
  return (
    <div className="check-examples">
      <table>
        <thead>
          <tr>
            <th scope="col">Example</th>
            {columns.map((column) => (
              <th key={column.name} scope="col">
                {headerOf(column, vocabulary)}
              </th>
            ))}
            <th aria-label="Remove" />
          </tr>
        </thead>
        <tbody>
          {kinds.flatMap((kind) =>
            draft[kind].map((example, at) => (
              <tr key={`${kind} ${String(at)}`}>
                <td>
                  <ExampleState kind={kind} failed={failed?.[kind].includes(at) ?? null} />
                </td>
                {columns.map((column) => (
                  <td key={column.name}>
                    <TextInput
                      size="xs"
                      aria-label={`${headerOf(column, vocabulary)}, ${kindWords[kind].title.toLowerCase()} example ${String(at + 1)}`}
                      placeholder="no value"
                      value={example[column.name] ?? ''}
                      onChange={(event) => {
                        setCell(kind, at, column.name, event.currentTarget.value);
                      }}
                    />
                  </td>
                ))}
                <td>
                  {draft[kind].length > 1 && (
                    <ActionIcon
                      variant="subtle"
                      aria-label={`Remove the ${kindWords[kind].title.toLowerCase()} example ${String(at + 1)}`}
                      onClick={() => {
                        onChange({ [kind]: draft[kind].toSpliced(at, 1) });
                      }}
                    >
                      <Glyph of={IconTrash} size={14} />
                    </ActionIcon>
                  )}
                </td>
              </tr>
            )),
          )}
        </tbody>
      </table>
      {kinds.map((kind) => (
        <ReasonButton
          key={kind}
          variant="subtle"
          size="xs"
          leftSection={<Glyph of={IconPlus} size={14} />}
          reason={draft[kind].length >= 50 ? 'A check can have at most 50 examples of each kind.' : null}
          onClick={() => {
            onChange({ [kind]: [...draft[kind], { ...draft[kind].at(-1) }] });
          }}
        >
          {kindWords[kind].add}
        </ReasonButton>
      ))}
    </div>
  );
}

function ExampleState({ kind, failed }: { readonly kind: Kind; readonly failed: boolean | null }): ReactNode {
  const { title, fails } = kindWords[kind];
  if (failed === true)
    return (
      <span className="check-failed row">
        <Glyph of={IconX} size={14} /> {fails}
      </span>
    );
  return (
    <span className="row">
      {failed === false && <Glyph of={IconCheck} size={14} className="check-holds" />} {title}
    </span>
  );
}
