import { Button, Modal, NumberInput, Switch } from '@mantine/core';
import { IconFolder } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { leastKept, mostKept } from '../../../shared/backup.ts';
import type { BackupsState } from '../../../shared/calls/backups.ts';
import { useModel } from '../../data/model/model-context.ts';
import { ReasonButton } from '../../ui/parts/buttons.tsx';
import { useFocusReturn } from '../../ui/parts/dialogs.tsx';
import { Glyph } from '../../ui/parts/icon.tsx';
import { AskedPassphraseField, NewPassphrase, useAskedPassphrase } from '../../ui/parts/passphrases.tsx';
import { ProblemNote } from '../../ui/parts/states.tsx';
import { showFailure } from '../../ui/parts/toasts.tsx';
import { useAttempt } from '../../ui/parts/use-attempt.ts';
import { KeepPassphrase } from './make-backup-dialog.tsx';

const usuallyKept = 10;

/** Folder and passphrase of the backups after each sync, and how many are kept. */
export function PlanBackupsDialog({ state: { plan }, onClose }: { readonly state: BackupsState; readonly onClose: () => void }): ReactNode {
  useFocusReturn();
  const { data } = useModel();
  const [folder, setFolder] = useState(plan?.folder ?? null);
  const [keep, setKeep] = useState<number | null>(plan?.keep ?? usuallyKept);
  const [another, setAnother] = useState(plan === null);
  const [passphrase, setPassphrase] = useState<string | null>(null);
  const asked = useAskedPassphrase(true);
  const { busy, problem, attempt } = useAttempt();
  const reason = whyNotKept({ folder, keep, needs: another && passphrase === null, confirm: asked.typed });
  const choose = (): void => {
    data.call('backup.folder').then(
      (chosen) => {
        setFolder((before) => chosen ?? before);
      },
      (error: unknown) => {
        showFailure('No folder was chosen', error);
      },
    );
  };
  const save = async (): Promise<void> => {
    if (keep === null) return;
    // A folder chosen in a dialog that was cancelled does not count.
    const isMoved = folder !== (plan?.folder ?? null);
    await data.call('backup.plan', { keep, isMoved, passphrase: another ? passphrase : null, confirm: asked.typed });
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title="Back up after each sync" size={560} padding={0} closeOnClickOutside={false}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (reason === null) attempt(save);
        }}
      >
        <fieldset className="dialog-body" disabled={busy}>
          <div className="backup-folder">
            <Button size="md" onClick={choose} leftSection={<Glyph of={IconFolder} size={14} />} data-autofocus>
              Choose a folder…
            </Button>
            <span className={folder === null ? 't3' : 'mono selectable file-name'}>{folder ?? 'None chosen yet.'}</span>
          </div>
          <NumberInput
            size="md"
            label="Backups to keep"
            description="Older backups made by this copy are removed; other files are left alone."
            w={220}
            min={leastKept}
            max={mostKept}
            allowDecimal={false}
            value={keep ?? ''}
            onChange={(typed) => {
              setKeep(typeof typed === 'number' ? typed : null);
            }}
          />
          {plan !== null && (
            <Switch
              label="New passphrase from now on"
              withThumbIndicator={false}
              checked={another}
              onChange={(event) => {
                setAnother(event.currentTarget.checked);
              }}
            />
          )}
          {another && <NewPassphrase label="Passphrase of the backups" leaves onChange={setPassphrase} />}
          {another && <KeepPassphrase />}
          <AskedPassphraseField asked={asked} because="Required, because this decides where later backups go and who can open them." />
          <ProblemNote problem={problem} />
        </fieldset>
        <div className="dialog-bar">
          <Button variant="subtle" size="md" onClick={onClose}>
            Cancel
          </Button>
          <ReasonButton variant="filled" size="md" type="submit" reason={busy ? 'Saving is in progress.' : reason} shown>
            Keep
          </ReasonButton>
        </div>
      </form>
    </Modal>
  );
}

interface Filled {
  readonly folder: string | null;
  readonly keep: number | null;
  /** A new passphrase is required and not complete yet. */
  readonly needs: boolean;
  readonly confirm: string | undefined;
}

/** Why the plan cannot be saved yet; null if it can. */
function whyNotKept({ folder, keep, needs, confirm }: Filled): string | null {
  if (folder === null) return 'Choose a folder first.';
  if (keep === null || !Number.isInteger(keep) || keep < leastKept || keep > mostKept)
    return `Keep ${String(leastKept)} to ${String(mostKept)} backups.`;
  if (needs) return 'Enter a passphrase for the backups twice first.';
  return confirm === '' ? 'Enter the passphrase of this computer’s copy first.' : null;
}
