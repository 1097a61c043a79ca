import type { ReactNode } from 'react';
import { refreshApp } from '../../data/model/actions.ts';
import { useModel } from '../../data/model/model-context.ts';
import { ConfirmDialog } from '../../ui/parts/dialogs.tsx';
import { showDone } from '../../ui/parts/toasts.tsx';
import { useAttempt } from '../../ui/parts/use-attempt.ts';

/** Says what setting a whole copy aside means, and does it. */
export function SetAsideDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const model = useModel();
  const { busy, problem, attempt } = useAttempt();
  const setAside = async (): Promise<void> => {
    const folder = await model.data.call('vault.setAside');
    showDone({ title: 'The copy is set aside', says: `It is in the folder ${folder} of Carrel’s data folder, encrypted as before.` });
    await refreshApp(model);
  };
  return (
    <ConfirmDialog
      title="Set this copy aside and start anew?"
      does="Set it aside"
      grave
      busy={busy}
      problem={problem}
      onConfirm={() => {
        attempt(setAside);
      }}
      onClose={onClose}
    >
      <p className="t2">
        Everything that is here moves, encrypted as it is, into a folder beside it. Nothing is deleted: moved back, it opens again with its
        key and its passphrase.
      </p>
      <p className="t2">
        Carrel then begins as on the first day. Connect, and mirror the studies again: the service still has every record. The history of
        changes, the audit trail and your settings stay in what was set aside.
      </p>
    </ConfirmDialog>
  );
}
