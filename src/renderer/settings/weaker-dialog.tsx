import { Button, Modal, PasswordInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { SecuritySettings } from '../../shared/security.ts';
import { useModel } from '../model/model-context.ts';
import { useAttempt } from '../parts/use-attempt.ts';
import { useFocusReturn } from '../parts/use-focus-return.ts';

interface Props {
  readonly change: Partial<SecuritySettings>;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

/** A change that protects less is made by whoever knows the passphrase, not by whoever finds the window open. */
export function WeakerDialog({ change, onClose, onChanged }: Props): ReactNode {
  useFocusReturn();
  const { data } = useModel();
  const [passphrase, setPassphrase] = useState('');
  const { busy, problem, attempt } = useAttempt();
  const keep = async (): Promise<void> => {
    await data.call('security.set', { change, passphrase });
    onChanged();
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title="This protects less than before">
      <form
        className="dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (passphrase !== '' && !busy) attempt(keep);
        }}
      >
        <p className="t2">It makes it easier for somebody at an unattended desk. The audit trail notes it.</p>
        <PasswordInput
          size="md"
          label="Passphrase"
          autoComplete="current-password"
          data-autofocus
          value={passphrase}
          error={problem}
          onChange={(event) => {
            setPassphrase(event.currentTarget.value);
          }}
        />
        <div className="dialog-foot">
          <Button variant="subtle" size="md" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="filled" size="md" type="submit" disabled={passphrase === '' || busy}>
            Keep the change
          </Button>
        </div>
      </form>
    </Modal>
  );
}
