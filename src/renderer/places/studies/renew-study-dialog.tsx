import type { ReactNode } from 'react';
import { useSync } from '../../ui/sync/use-sync.ts';
import { refreshStudies } from '../../data/model/actions.ts';
import { useModel } from '../../data/model/model-context.ts';
import { ConfirmDialog } from '../../ui/parts/confirm-dialog.tsx';
import { useAttempt } from '../../ui/parts/use-attempt.ts';

/** For a study whose file is damaged or gone: asks, sets the file aside and mirrors the study anew. */
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
      title={`Mirror ${study} anew?`}
      does="Set aside and mirror anew"
      busy={busy}
      problem={problem}
      onConfirm={() => {
        attempt(renew);
      }}
      onClose={onClose}
    >
      <p className="t2">
        What there is of the damaged file is set aside in the data folder, not deleted, and the study is mirrored from the service into a
        new file under a new key. The history of changes begins again with it.
      </p>
    </ConfirmDialog>
  );
}
