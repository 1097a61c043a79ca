import { Button, Modal, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { reportOf } from '../../../shared/errors.ts';
import { useSync } from '../../ui/sync/use-sync.ts';
import { refreshStudies } from '../../data/model/actions.ts';
import { useModel } from '../../data/model/model-context.ts';
import { ReasonButton } from '../../ui/parts/reason-button.tsx';

/** Adds a study by its number and starts to mirror it. */
export function AddStudyDialog({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }): ReactNode {
  return (
    <Modal opened={opened} onClose={onClose} title="Add a study">
      <AddStudyForm onClose={onClose} />
    </Modal>
  );
}

function AddStudyForm({ onClose }: { readonly onClose: () => void }): ReactNode {
  const model = useModel();
  const { start } = useSync();
  const [number, setNumber] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const study = number.trim();
  const known = (model.studies.get().cards ?? []).some((card) => card.study === study);
  const add = async (): Promise<void> => {
    try {
      await model.data.call('studies.add', { study });
      await refreshStudies(model);
      onClose();
      start([study]);
    } catch (error: unknown) {
      setProblem(reportOf(error).message);
    }
  };
  return (
    <form
      className="dialog-form"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <TextInput
        size="md"
        label="Study number"
        description="As your data provider wrote it. The service must have opened it to your partner id."
        value={number}
        maxLength={128}
        data-autofocus
        error={known ? 'This study is already here.' : problem}
        onChange={(event) => {
          setNumber(event.currentTarget.value);
          setProblem(null);
        }}
      />
      <div className="dialog-foot">
        <Button variant="subtle" size="md" onClick={onClose}>
          Cancel
        </Button>
        <ReasonButton
          variant="filled"
          size="md"
          type="submit"
          reason={study === '' ? 'Type the study number first.' : known ? 'This study is already here.' : null}
        >
          Add and sync
        </ReasonButton>
      </div>
    </form>
  );
}
