import { Button, Modal } from '@mantine/core';
import { IconArchive, IconKey } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { Input } from '../../../shared/contract.ts';
import { useModel } from '../../data/model/model-context.ts';
import { ReasonButton } from '../../ui/parts/buttons.tsx';
import { useFocusReturn } from '../../ui/parts/dialogs.tsx';
import { FileWritten, useFileRun } from '../../ui/parts/file-run.tsx';
import { Glyph } from '../../ui/parts/icon.tsx';
import { AskedPassphraseField, NewPassphrase, useAskedPassphrase } from '../../ui/parts/passphrases.tsx';
import { BytesProgress, ErrorStrip } from '../../ui/parts/states.tsx';
import { sayMade } from './backup-words.ts';

/** Writes one encrypted file, under its own passphrase, with what people wrote and what the service does not send again. */
export function MakeBackupDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  useFocusReturn();
  const { data } = useModel();
  const [passphrase, setPassphrase] = useState<string | null>(null);
  const asked = useAskedPassphrase();
  const { run, start, cancel, show } = useFileRun('backup', (input: Input<'backup.start'>) => data.call('backup.start', input));
  const busy = run.phase === 'writing';
  const reason = whyNotMade(passphrase, asked.typed);
  const close = (): void => {
    if (busy) cancel();
    onClose();
  };
  if (run.phase === 'done')
    return (
      <Modal opened onClose={onClose} title="Back up" size={680} padding={0}>
        <FileWritten
          title="Backup created"
          bytes={run.written.bytes}
          file={run.file}
          sha256={run.written.sha256}
          says={<p className="small t2">{sayMade(run.written)}</p>}
          onShow={show}
          onClose={onClose}
        >
          <KeepPassphrase />
        </FileWritten>
      </Modal>
    );
  return (
    <Modal opened onClose={close} title="Back up" size={560} padding={0} closeOnClickOutside={false}>
      {run.phase === 'failed' && <ErrorStrip error={run.error} />}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (passphrase !== null && reason === null) start({ passphrase, confirm: asked.typed });
        }}
      >
        <fieldset className="dialog-body" disabled={busy}>
          <p className="t2">One encrypted file for all studies. Store it somewhere other than this computer.</p>
          <NewPassphrase label="Passphrase of the backup" autoFocus leaves onChange={setPassphrase} />
          <AskedPassphraseField asked={asked} />
        </fieldset>
        {run.phase === 'writing' ? (
          <BytesProgress
            label="Progress of the backup"
            progress={run.progress}
            before={run.progress === null ? 'Choose where to save' : 'Copying'}
            done="written"
            onCancel={cancel}
          />
        ) : (
          <div className="dialog-bar">
            <Button variant="subtle" size="md" onClick={onClose}>
              Cancel
            </Button>
            <ReasonButton variant="filled" size="md" type="submit" reason={reason} shown leftSection={<Glyph of={IconArchive} size={14} />}>
              Back up
            </ReasonButton>
          </div>
        )}
      </form>
    </Modal>
  );
}

/** Warns that a lost passphrase cannot be recovered. */
export function KeepPassphrase(): ReactNode {
  return (
    <p className="note note-warn">
      <Glyph of={IconKey} />
      <span>
        <b>Store the passphrase separately from this computer.</b> Carrel does not store it; without it nobody can open the backup.
      </span>
    </p>
  );
}

/** Why the backup cannot start yet; null if it can. */
function whyNotMade(passphrase: string | null, confirm: string | undefined): string | null {
  if (passphrase === null) return 'Enter a passphrase for the backup twice first.';
  return confirm === '' ? 'Enter the passphrase of this computer’s copy first.' : null;
}
