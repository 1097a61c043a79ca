import { Button, Modal, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { wipeWord } from '../../shared/calls/wipe.ts';
import { reportOf } from '../../shared/errors.ts';
import { useModel } from '../model/model-context.ts';
import { Glyph } from '../parts/icon.tsx';
import { useFocusReturn } from '../parts/use-focus-return.ts';
import { SettingsGroup, SettingsLine } from './setting-parts.tsx';

/** Destroys the whole copy on this computer, after the words were typed. */
export function WipeEverything(): ReactNode {
  const [asking, setAsking] = useState(false);
  return (
    <SettingsGroup title="Wiping">
      <SettingsLine
        title="Wipe everything"
        says="Destroys every key and file of this copy: studies, connection, audit trail, settings and log. Save the audit trail first if it is needed."
      >
        <Button
          variant="default"
          className="danger-button"
          leftSection={<Glyph of={IconTrash} size={14} />}
          onClick={() => {
            setAsking(true);
          }}
        >
          Wipe everything…
        </Button>
      </SettingsLine>
      {asking && (
        <WipeDialog
          onClose={() => {
            setAsking(false);
          }}
        />
      )}
    </SettingsGroup>
  );
}

function WipeDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  useFocusReturn();
  const { data } = useModel();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <Modal opened onClose={onClose} title="Wipe everything">
      <form
        className="dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          data.call('data.wipe', { typed }).catch((error: unknown) => {
            setProblem(reportOf(error).message);
          });
        }}
      >
        <p className="t2">
          Nothing of this copy can be read afterwards, with any passphrase or any saved key file. The service keeps its data: you can
          connect and mirror again. The history of changes and the audit trail are only here and are lost. Exported files stay where they
          are.
        </p>
        <TextInput
          size="md"
          label={`Type “${wipeWord}” to confirm`}
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
            disabled={typed !== wipeWord}
            leftSection={<Glyph of={IconTrash} size={14} />}
          >
            Wipe everything
          </Button>
        </div>
      </form>
    </Modal>
  );
}
