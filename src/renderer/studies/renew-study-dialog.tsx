import { Button, Modal } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { reportOf } from '../../shared/errors.ts';
import { useSync } from '../frame/use-sync.ts';
import { refreshStudies } from '../model/actions.ts';
import { useModel } from '../model/model-context.ts';
import { Glyph } from '../parts/icon.tsx';
import { useFocusReturn } from '../parts/use-focus-return.ts';

/** For a study whose file is damaged or gone: asks, sets the file aside and mirrors the study anew. */
export function RenewStudyDialog({ study, onClose }: { readonly study: string; readonly onClose: () => void }): ReactNode {
  useFocusReturn();
  const model = useModel();
  const { start } = useSync();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const renew = async (): Promise<void> => {
    setBusy(true);
    try {
      await model.data.call('studies.renew', { study });
      await refreshStudies(model);
      start([study]);
      onClose();
    } catch (error: unknown) {
      setProblem(reportOf(error).message);
      setBusy(false);
    }
  };
  return (
    <Modal opened onClose={onClose} title={`Mirror ${study} anew?`}>
      <div className="dialog-form">
        <p className="t2">
          What there is of the damaged file is set aside in the data folder, not deleted, and the study is mirrored from the service into a
          new file under a new key. The history of changes begins again with it.
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
          <Button variant="filled" size="md" disabled={busy} onClick={() => void renew()}>
            Set aside and mirror anew
          </Button>
        </div>
      </div>
    </Modal>
  );
}
