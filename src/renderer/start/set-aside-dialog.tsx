import { Button, Modal } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { reportOf } from '../../shared/errors.ts';
import { refreshApp } from '../model/actions.ts';
import { useModel } from '../model/model-context.ts';
import { Glyph } from '../parts/icon.tsx';
import { showDone } from '../parts/toasts.tsx';
import { useFocusReturn } from '../parts/use-focus-return.ts';

/** Says what setting a whole copy aside means, and does it. */
export function SetAsideDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  useFocusReturn();
  const model = useModel();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const setAside = async (): Promise<void> => {
    setBusy(true);
    try {
      const folder = await model.data.call('vault.setAside');
      showDone({ title: 'The copy is set aside', says: `It is in the folder ${folder} of Carrel’s data folder, encrypted as before.` });
      await refreshApp(model);
    } catch (error: unknown) {
      setProblem(reportOf(error).message);
      setBusy(false);
    }
  };
  return (
    <Modal opened onClose={onClose} title="Set this copy aside and start anew?">
      <div className="dialog-form">
        <p className="t2">
          Everything that is here moves, encrypted as it is, into a folder beside it. Nothing is deleted: moved back, it opens again with
          its key and its passphrase.
        </p>
        <p className="t2">
          Carrel then begins as on the first day. Connect, and mirror the studies again: the service still has every record. The history of
          changes, the audit trail and your settings stay in what was set aside.
        </p>
        {problem !== null && (
          <p className="note note-warn" role="alert">
            <Glyph of={IconAlertTriangle} />
            <span>{problem}</span>
          </p>
        )}
        <div className="dialog-foot">
          <Button size="md" data-autofocus onClick={onClose}>
            Not now
          </Button>
          <Button className="danger-button" variant="filled" size="md" disabled={busy} onClick={() => void setAside()}>
            Set it aside
          </Button>
        </div>
      </div>
    </Modal>
  );
}
