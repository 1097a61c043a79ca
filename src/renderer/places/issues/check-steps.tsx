import { Button, TextInput } from '@mantine/core';
import { IconPencil, IconTrash, IconUser } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { CheckLine } from '../../../shared/calls/checks.ts';
import { useAnnotate, useAnnotations } from '../../data/calls/use-annotations.ts';
import { recountChecks } from '../../data/model/actions.ts';
import { useModel } from '../../data/model/model-context.ts';
import { CheckDialog } from '../../record/checks/check-dialog.tsx';
import { draftOfRule } from '../../record/checks/rule-draft.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { showDone, showFailure } from '../../ui/parts/toasts.tsx';

interface StepsProps {
  readonly study: string;
  readonly line: CheckLine;
}

/** Buttons to change or delete a user-defined check; nothing for a built-in one. */
export function OwnRuleSteps({ study, line: { own, title } }: StepsProps): ReactNode {
  const rules = useAnnotations(own === null ? null : study, 'check-rule');
  const { write, remove } = useAnnotate(study);
  const model = useModel();
  const [changing, setChanging] = useState(false);
  const rule = rules.data?.find(({ id }) => id === own);
  if (own === null || rule === undefined) return null;
  const take = (work: Promise<unknown>, failed: string): void => {
    work
      .then(() => {
        recountChecks(model);
      })
      .catch((error: unknown) => {
        showFailure(failed, error);
      });
  };
  const putBack = (): void => {
    take(write({ kind: 'check-rule', value: rule.value }, own), 'The check could not be restored');
  };
  const drop = async (): Promise<void> => {
    await remove('check-rule', own);
    showDone({ title: 'Check deleted', says: title, step: { label: 'Undo', take: putBack } });
  };
  return (
    <>
      <Button
        leftSection={<Glyph of={IconPencil} size={14} />}
        onClick={() => {
          setChanging(true);
        }}
      >
        Change…
      </Button>
      <Button
        variant="subtle"
        leftSection={<Glyph of={IconTrash} size={14} />}
        onClick={() => {
          take(drop(), 'The check could not be deleted');
        }}
      >
        Delete
      </Button>
      {changing && (
        <CheckDialog
          study={study}
          begun={draftOfRule(rule.value)}
          mark={own}
          onClose={() => {
            setChanging(false);
          }}
        />
      )}
    </>
  );
}

/** Name or role of whoever handles the check's findings in this dataset; saved with the study when the field loses focus. */
export function OwnerField({ study, line: { check, dataset, owner } }: StepsProps): ReactNode {
  const { write, remove } = useAnnotate(study);
  const model = useModel();
  const [name, setName] = useState(owner?.name ?? '');
  const keep = (): void => {
    const typed = name.trim();
    if (typed === (owner?.name ?? '')) return;
    const kept =
      typed === '' && owner !== null
        ? remove('check-owner', owner.mark)
        : write({ kind: 'check-owner', value: { check, dataset, owner: typed } }, owner?.mark);
    kept
      .then(() => {
        recountChecks(model);
      })
      .catch((error: unknown) => {
        showFailure('The owner could not be saved', error);
      });
  };
  return (
    <TextInput
      className="check-owner"
      aria-label="Owner"
      placeholder="No owner"
      maxLength={80}
      leftSection={<Glyph of={IconUser} size={14} />}
      value={name}
      onChange={(event) => {
        setName(event.currentTarget.value);
      }}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur();
      }}
    />
  );
}
