import { Button, Modal, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { reportOf } from '../../../shared/errors.ts';
import { ConfirmDialog, onlyHere, WipeDialog } from '../../ui/parts/dialogs.tsx';
import { useSync } from '../../ui/sync/use-sync.ts';
import { forgetStudy, refreshStudies, refreshApp } from '../../data/model/actions.ts';
import { useModel } from '../../data/model/model-context.ts';
import { ReasonButton } from '../../ui/parts/buttons.tsx';
import { useAttempt } from '../../ui/parts/use-attempt.ts';
import { showDone } from '../../ui/parts/toasts.tsx';

/** Adds a study by its number and starts its first sync. */
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
        description="Exactly as given by your data provider. The service must have granted your partner id access to it."
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
          reason={study === '' ? 'Enter the study number first.' : known ? 'This study is already here.' : null}
        >
          Add and sync
        </ReasonButton>
      </div>
    </form>
  );
}

/** For a study whose file is damaged or missing: after confirmation, sets the file aside and mirrors the study again. */
export function RenewStudyDialog({ study, onClose }: { readonly study: string; readonly onClose: () => void }): ReactNode {
  const model = useModel();
  const { start } = useSync();
  const { busy, problem, attempt } = useAttempt();
  const renew = async (): Promise<void> => {
    await model.data.call('studies.renew', { study });
    await refreshStudies(model);
    start([study]);
    onClose();
  };
  return (
    <ConfirmDialog
      title={`Mirror ${study} again?`}
      does="Set aside and mirror again"
      busy={busy}
      problem={problem}
      onConfirm={() => {
        attempt(renew);
      }}
      onClose={onClose}
    >
      <p className="t2">
        The damaged file is set aside in the data folder, not deleted, and the study is mirrored from the service into a new file under a
        new key. Your {onlyHere} stay in the file set aside; a backup can bring them back.
      </p>
    </ConfirmDialog>
  );
}

const consequences = `This destroys this computer’s copy and its key. The service keeps its data: you can add the study and sync it again. Your ${onlyHere} exist only here and are lost unless you have a backup. Exported files are not affected.`;

/** Destroys the key and file of a study after its number is typed. */
export function WipeStudyDialog({ study, onClose }: { readonly study: string; readonly onClose: () => void }): ReactNode {
  const model = useModel();
  const wipe = async (typed: string): Promise<void> => {
    await model.data.call('studies.wipe', { study, typed });
    forgetStudy(model, study);
    await refreshStudies(model);
    // Without a service, wiping the last study leads back to the first run.
    await refreshApp(model);
    showDone({ title: `${study} is wiped`, says: 'Its key is destroyed; it can no longer be read on this computer.' });
    onClose();
  };
  return (
    <WipeDialog
      does={`Wipe ${study}`}
      says={consequences}
      label={`Type ${study} to confirm`}
      word={study}
      onWipe={wipe}
      onClose={onClose}
    />
  );
}
