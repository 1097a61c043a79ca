import { Button, Modal, Select, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { whyTooManyRules } from '../../../shared/checks/rule-limits.ts';
import { severities, type Severity } from '../../../shared/checks/data-checks.ts';
import { datasetNames } from '../../../shared/datasets/datasets.ts';
import { reportOf } from '../../../shared/errors.ts';
import { useAnnotate, useAnnotations } from '../../data/calls/use-annotations.ts';
import { useCall } from '../../data/calls/use-call.ts';
import { recountChecks } from '../../data/model/actions.ts';
import { useModel } from '../../data/model/model-context.ts';
import { ReasonButton } from '../../ui/parts/buttons.tsx';
import { Choice } from '../../ui/parts/controls.tsx';
import { datasetTitles } from '../../ui/parts/dataset-titles.ts';
import { useFocusReturn } from '../../ui/parts/dialogs.tsx';
import { Glyph } from '../../ui/parts/icon.tsx';
import { ProblemNote } from '../../ui/parts/states.tsx';
import { showDone } from '../../ui/parts/toasts.tsx';
import { ConditionFields, ExampleFields } from './check-fields.tsx';
import { askedBy, freshCondition, freshRule, ruleOf, type RuleDraft } from './rule-draft.ts';
import { formatCountOf } from '../../../shared/format-count.ts';
import './check-dialog.css';

interface CheckDialogProps {
  readonly study: string;
  readonly begun: RuleDraft;
  /** The annotation of the rule that is edited; null for a new rule. */
  readonly mark: string | null;
  readonly onClose: () => void;
}

/** Edits a user-defined check: its conditions, its severity, and examples that it must or must not find. */
export function CheckDialog({ study, begun, mark, onClose }: CheckDialogProps): ReactNode {
  useFocusReturn();
  const { checks } = useModel();
  const { write } = useAnnotate(study);
  const own = useAnnotations(study, 'check-rule');
  const [draft, setDraft] = useState(begun);
  const [problem, setProblem] = useState<string | null>(null);
  const asked = askedBy(draft);
  const tried = useTried(study, asked);
  const reason = whyNot(draft, asked === null, tried, whyTooManyRules((own.data?.length ?? 0) + (mark === null ? 1 : 0)));
  const change = (part: Partial<RuleDraft>): void => {
    setDraft((before) => ({ ...before, ...part }));
  };
  const save = (): void => {
    if (reason !== null || asked === null || own.data === null) return;
    const taken = own.data.filter(({ id }) => id !== mark).map(({ value }) => value.id);
    const rule = ruleOf(draft, asked, taken);
    write({ kind: 'check-rule', value: rule }, mark ?? undefined).then(
      () => {
        recountChecks({ checks });
        showDone({ title: mark === null ? 'Check added' : 'Check changed', says: rule.title });
        onClose();
      },
      (error: unknown) => {
        setProblem(reportOf(error).message);
      },
    );
  };
  return (
    <Modal opened onClose={onClose} size={760} title={mark === null ? 'New check' : 'Change the check'}>
      <form
        className="check-dialog"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <RuleWords draft={draft} onChange={change} />
        <RuleConditions draft={draft} onChange={change} />
        <RuleExamples draft={draft} tried={tried} onChange={change} />
        <p className="small t2 check-outcome" role="status">
          {asked !== null && tried !== null && (tried.why ?? `Finds ${formatCountOf(tried.records, 'record')} of this study now.`)}
        </p>
        <ProblemNote problem={problem} />
        <div className="dialog-foot">
          <Button variant="subtle" size="md" onClick={onClose}>
            Cancel
          </Button>
          <ReasonButton variant="filled" size="md" type="submit" shown reason={reason}>
            Save
          </ReasonButton>
        </div>
      </form>
    </Modal>
  );
}

type Tried = NonNullable<ReturnType<typeof useTried>>;

type Asked = NonNullable<ReturnType<typeof askedBy>>;

/** What the current rule finds, tried after a pause; null if the rule is incomplete or until there is an answer. */
function useTried(study: string, asked: Asked | null) {
  const written = JSON.stringify(asked);
  const [settled] = useDebouncedValue(written, 300);
  const rule = (JSON.parse(settled) as Asked | null) ?? askedBy(freshRule('labs', [nothing])) ?? never();
  const last = useCall('checks.try', { study, rule });
  return asked === null || settled !== written || last.loading ? null : last.data;
}

/** Tried instead of an incomplete rule; it finds nothing, because every record has a key. */
const nothing = { column: 'record_id', op: 'missing' as const, values: [] };

function never(): never {
  throw new TypeError('Complete the rule first.');
}

/** Why the rule cannot be saved yet; null if it can. */
function whyNot(draft: RuleDraft, isUnread: boolean, tried: Tried | null, full: string | null): string | null {
  if (full !== null) return full;
  if (draft.title.trim() === '') return 'Give it a title.';
  if (isUnread) return 'Fill in every condition and example.';
  if (tried === null) return 'It is being tried.';
  if (tried.why !== null) return 'It cannot be run as it is.';
  if (tried.finds.length > 0) return 'An example that should be found is not found.';
  return tried.leaves.length > 0 ? 'An example that should not be found is found.' : null;
}

const severityTitles: Readonly<Record<Severity, string>> = { critical: 'Critical', major: 'Major', minor: 'Minor' };

interface PartProps {
  readonly draft: RuleDraft;
  readonly onChange: (part: Partial<RuleDraft>) => void;
}

function RuleWords({ draft, onChange }: PartProps): ReactNode {
  return (
    <>
      <TextInput
        label="Title"
        data-autofocus
        maxLength={80}
        placeholder="Potassium above 6.5 mmol/L"
        value={draft.title}
        onChange={(event) => {
          onChange({ title: event.currentTarget.value });
        }}
      />
      <div className="check-row">
        <div>
          <div className="check-legend">Severity</div>
          <Choice
            label="Severity"
            options={severities.map((name) => [name, severityTitles[name]] as const)}
            value={draft.severity}
            onChange={(severity) => {
              onChange({ severity });
            }}
          />
        </div>
        <TextInput
          label="Source"
          maxLength={200}
          placeholder="Protocol 6.3"
          value={draft.source}
          onChange={(event) => {
            onChange({ source: event.currentTarget.value });
          }}
        />
      </div>
      <Textarea
        label="What it means"
        autosize
        minRows={2}
        maxRows={5}
        maxLength={400}
        value={draft.says}
        onChange={(event) => {
          onChange({ says: event.currentTarget.value });
        }}
      />
    </>
  );
}

function RuleConditions({ draft, onChange }: PartProps): ReactNode {
  return (
    <fieldset className="check-part">
      <legend>Finds records that meet all of these conditions</legend>
      <Select
        aria-label="Dataset"
        allowDeselect={false}
        data={datasetNames.map((name) => ({ value: name, label: datasetTitles[name] }))}
        value={draft.dataset}
        onChange={(value) => {
          const dataset = datasetNames.find((name) => name === value);
          if (dataset !== undefined && dataset !== draft.dataset)
            onChange({ dataset, where: [freshCondition(dataset)], finds: [{}], leaves: [{}] });
        }}
      />
      {draft.where.map((condition, at) => (
        <ConditionFields
          key={at}
          dataset={draft.dataset}
          condition={condition}
          number={at + 1}
          onChange={(changed) => {
            onChange({ where: draft.where.with(at, changed) });
          }}
          onRemove={
            draft.where.length === 1
              ? null
              : () => {
                  onChange({ where: draft.where.toSpliced(at, 1) });
                }
          }
        />
      ))}
      <div>
        <ReasonButton
          variant="subtle"
          size="xs"
          className="quiet-start"
          leftSection={<Glyph of={IconPlus} size={14} />}
          reason={draft.where.length >= 20 ? 'A check can have at most 20 conditions.' : null}
          onClick={() => {
            onChange({ where: [...draft.where, freshCondition(draft.dataset)] });
          }}
        >
          Add a condition
        </ReasonButton>
      </div>
    </fieldset>
  );
}

function RuleExamples({ draft, tried, onChange }: PartProps & { readonly tried: Tried | null }): ReactNode {
  return (
    <fieldset className="check-part">
      <legend>Test examples</legend>
      <p className="small t3">Use invented records, not real ones: they are included when the check is exported.</p>
      <ExampleFields draft={draft} failed={tried} onChange={onChange} />
    </fieldset>
  );
}
