import { Button, Modal, PasswordInput } from '@mantine/core';
import { IconAlertTriangle, IconCopy } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { AskedCopy } from '../model/asked-copy.ts';
import { useModel } from '../model/model-context.ts';
import { useStore } from '../model/store.ts';
import { Glyph } from '../parts/icon.tsx';
import { useAttempt } from '../parts/use-attempt.ts';
import { useFocusReturn } from '../parts/use-focus-return.ts';
import { copiedWords } from './copied-words.ts';

/** Asks for the passphrase before records are copied, while one is waited for. */
export function CopyDialog(): ReactNode {
  const asked = useStore(useModel().askedCopy);
  return asked === null ? null : <Asking asked={asked} />;
}

function Asking({ asked }: { readonly asked: AskedCopy }): ReactNode {
  useFocusReturn();
  const [passphrase, setPassphrase] = useState('');
  const { busy, problem, attempt } = useAttempt();
  const what = copiedWords(asked.copied);
  return (
    <Modal opened onClose={asked.cancel} title={`Copy ${what}?`}>
      <form
        className="dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (passphrase !== '' && !busy) attempt(() => asked.confirm(passphrase));
        }}
      >
        <p className="note note-warn">
          <Glyph of={IconAlertTriangle} />
          <span>
            <b>Every program can read the clipboard.</b> Locking empties it, if this is still on it. This copy is noted in the audit trail.
          </span>
        </p>
        <PasswordInput
          size="md"
          label="Passphrase"
          description="Your settings ask for it before each export, and before records are copied."
          autoComplete="current-password"
          data-autofocus
          value={passphrase}
          error={problem}
          onChange={(event) => {
            setPassphrase(event.currentTarget.value);
          }}
        />
        <div className="dialog-foot">
          <Button variant="subtle" size="md" onClick={asked.cancel}>
            Cancel
          </Button>
          <Button
            variant="filled"
            size="md"
            type="submit"
            disabled={passphrase === '' || busy}
            leftSection={<Glyph of={IconCopy} size={14} />}
          >
            Copy {what}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
