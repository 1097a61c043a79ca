import { Button, Modal, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { reportOf } from '../../shared/errors.ts';
import { refreshApp, refreshStudies } from '../model/actions.ts';
import { useModel } from '../model/model-context.ts';
import { Glyph } from '../parts/icon.tsx';
import { showDone } from '../parts/toasts.tsx';
import { useFocusReturn } from '../parts/use-focus-return.ts';

/** Destroys a study's key and file, after its number was typed. */
export function WipeStudyDialog({ study, onClose }: { readonly study: string; readonly onClose: () => void }): ReactNode {
  useFocusReturn();
  const model = useModel();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const wipe = async (): Promise<void> => {
    try {
      await model.data.call('studies.wipe', { study, typed });
      await refreshStudies(model);
      // The last one of a computer without a service leaves it as on the first day.
      await refreshApp(model);
      showDone({ title: `${study} is wiped`, says: 'Its key is destroyed; no copy of it can be read on this computer.' });
      onClose();
    } catch (error: unknown) {
      setProblem(reportOf(error).message);
    }
  };
  return (
    <Modal opened onClose={onClose} title={`Wipe ${study}`}>
      <form
        className="dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          void wipe();
        }}
      >
        <p className="t2">
          This destroys the key of this computer’s copy, and the copy with it. The service keeps its data: you can add the study and sync it
          again. Its history of changes is only here and is lost. Exported files stay where they are.
        </p>
        <TextInput
          size="md"
          label={`Type ${study} to confirm`}
          value={typed}
          data-autofocus
          autoComplete="off"
          error={problem}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
          }}
        />
        <div className="dialog-foot">
          <Button variant="subtle" size="md" onClick={onClose}>
            Cancel
          </Button>
          <Button
            className="danger-button"
            variant="filled"
            size="md"
            type="submit"
            disabled={typed !== study}
            leftSection={<Glyph of={IconTrash} size={14} />}
          >
            Wipe {study}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
