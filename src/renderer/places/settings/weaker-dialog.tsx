import type { ReactNode } from 'react';
import type { SecuritySettings } from '../../../shared/security-schema.ts';
import { useModel } from '../../data/model/model-context.ts';
import { PassphraseDialog } from '../../ui/parts/dialogs.tsx';

interface Props {
  readonly change: Partial<SecuritySettings>;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

/** Weaker protection requires the passphrase, so that nobody can reduce it at an unattended window. */
export function WeakerDialog({ change, onClose, onChanged }: Props): ReactNode {
  const { data } = useModel();
  const keep = async (passphrase: string): Promise<void> => {
    await data.call('security.set', { change, passphrase });
    onChanged();
    onClose();
  };
  return (
    <PassphraseDialog title="This protects less than before" button={{ does: 'Keep the change' }} onConfirm={keep} onClose={onClose}>
      <p className="t2">It makes access easier for somebody at an unattended computer. It is recorded in the audit trail.</p>
    </PassphraseDialog>
  );
}
