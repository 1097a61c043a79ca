import { Button, PasswordInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAlertTriangle, IconArrowUp, IconKey, IconShield } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, type SubmitEvent, useState } from 'react';
import type { Locked } from '../../../shared/calls/security.ts';
import { formatTime } from '../../ui/format/dates.ts';
import { ConfirmDialog, onlyHere } from '../../ui/parts/dialogs.tsx';
import { TopBar } from '../../ui/frame/top-bar.tsx';
import { useApp, useModel } from '../../data/model/model-context.ts';
import { BrandMark, Glyph } from '../../ui/parts/icon.tsx';
import { ReasonButton } from '../../ui/parts/buttons.tsx';
import { ErrorStrip } from '../../ui/parts/states.tsx';
import { useUnlock } from './use-unlock.ts';
import { refreshApp } from '../../data/model/actions.ts';
import { showDone } from '../../ui/parts/toasts.tsx';
import { useAttempt } from '../../ui/parts/use-attempt.ts';
import { formatCountOf } from '../../../shared/format-count.ts';
import './start.css';

/** Shows no study data: the window is cleared before this screen is rendered. */
export function Unlock(): ReactNode {
  const app = useApp();
  const { unlock, busy, problem: refused, wait } = useUnlock();
  const problem = refused ?? app.problem?.message ?? null;
  const [opened, { open, close }] = useDisclosure();
  return (
    <div className="start-frame unlock-frame">
      <TopBar plain brand={<span />} />
      <main className="unlock">
        <BrandMark size={44} />
        <h1 className="start-title">Carrel is locked</h1>
        <p className="t2">{whenLocked(app.locked)}Your studies stay encrypted until you unlock.</p>
        {app.unlockWith.includes('passphrase') && <PassphraseForm busy={busy} problem={problem} wait={wait} onUnlock={unlock} />}
        {app.unlockWith.length > 1 && <div className="or small t3">or</div>}
        {app.unlockWith.includes('os') && (
          <ReasonButton
            size="md"
            fullWidth
            variant={app.unlockWith.includes('passphrase') ? 'default' : 'filled'}
            reason={busy ? 'The copy is being opened.' : null}
            onClick={() => {
              unlock(null);
            }}
            leftSection={<Glyph of={IconKey} size={14} />}
          >
            Use the system key store
          </ReasonButton>
        )}
        {app.unlockWith.length === 1 && app.unlockWith.includes('os') && problem !== null && (
          <p className="small unlock-problem" role="alert">
            {problem}
          </p>
        )}
        <WayOut onSetAside={open} />
        {opened && <SetAsideDialog onClose={close} />}
      </main>
      <footer className="unlock-foot small t3">
        <span>
          <Glyph of={IconShield} size={14} />
          Encrypted on this computer, one key per study
        </span>
        <span>Works without a network</span>
        <span className="num">Version {app.version}</span>
      </footer>
    </div>
  );
}

interface FormProps {
  readonly busy: boolean;
  readonly problem: string | null;
  readonly wait: number;
  readonly onUnlock: (passphrase: string) => void;
}

function PassphraseForm({ busy, problem, wait, onUnlock }: FormProps): ReactNode {
  const [passphrase, setPassphrase] = useState('');
  const [capsLock, setCapsLock] = useState(false);
  const seeCaps = (event: KeyboardEvent): void => {
    setCapsLock(event.getModifierState('CapsLock'));
  };
  const reason = whyNotUnlocked(passphrase, wait, busy);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (reason === null) onUnlock(passphrase);
  };
  const label = (
    <span className="unlock-label">
      Passphrase
      {capsLock && (
        <span className="small t2 row">
          <Glyph of={IconArrowUp} size={14} />
          Caps Lock is on
        </span>
      )}
    </span>
  );
  return (
    <form className="unlock-form" onSubmit={submit}>
      <PasswordInput
        size="md"
        label={label}
        autoFocus
        autoComplete="current-password"
        value={passphrase}
        onKeyDown={seeCaps}
        onKeyUp={seeCaps}
        aria-invalid={problem !== null || undefined}
        error={
          problem === null ? null : (
            <>
              <Glyph of={IconAlertTriangle} size={14} />
              <span role="alert">{problem}</span>
            </>
          )
        }
        onChange={(event) => {
          setPassphrase(event.currentTarget.value);
        }}
      />
      <ReasonButton size="md" fullWidth variant="filled" type="submit" reason={reason}>
        {wordOf(busy, wait)}
      </ReasonButton>
    </form>
  );
}

function whyNotUnlocked(passphrase: string, wait: number, busy: boolean): string | null {
  if (wait > 0) return 'After wrong passphrases Carrel waits before the next attempt.';
  if (busy) return 'The copy is being opened.';
  return passphrase === '' ? 'Enter the passphrase first.' : null;
}

function wordOf(busy: boolean, wait: number): string {
  if (wait > 0) return `Try again in ${String(wait)} s`;
  return busy ? 'Unlocking' : 'Unlock';
}

/** Offers to set the copy aside, which deletes nothing, and shows the problem if it cannot be unlocked at all. */
function WayOut({ onSetAside }: { readonly onSetAside: () => void }): ReactNode {
  const { problem, unlockWith } = useApp();
  if (problem !== null && unlockWith.length === 0)
    return (
      <div className="unlock-way-out">
        <ErrorStrip error={problem} />
        <Button size="md" fullWidth onClick={onSetAside}>
          Set this copy aside and start over
        </Button>
      </div>
    );
  return (
    <p className="small t3 unlock-forgot">
      {unlockWith.includes('passphrase') ? 'Forgot it? A passphrase cannot be recovered. ' : 'Does it not open? '}
      You can set this copy aside (nothing is deleted) and mirror the studies again.{' '}
      <button type="button" className="link" onClick={onSetAside}>
        Set it aside
      </button>
    </p>
  );
}

/** For example "Locked at 13:52, after 10 minutes idle. " */
function whenLocked(locked: Locked | null): string {
  if (locked === null) return '';
  const reasons = {
    person: '',
    idle: `, after ${formatCountOf(locked.minutes, 'minute')} idle`,
    computer: ', with the computer',
  };
  return `Locked at ${formatTime(locked.at)}${reasons[locked.why]}. `;
}

/** Explains what setting the whole copy aside means, and does it once confirmed. */
function SetAsideDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const model = useModel();
  const { busy, problem, attempt } = useAttempt();
  const setAside = async (): Promise<void> => {
    const folder = await model.data.call('vault.setAside');
    showDone({ title: 'The copy is set aside', says: `It is in the folder ${folder} inside Carrel’s data folder, still encrypted.` });
    await refreshApp(model);
  };
  return (
    <ConfirmDialog
      title="Set this copy aside and start over?"
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
        Everything here is moved, still encrypted, into a separate folder. Nothing is deleted: if moved back, it opens again with its key
        and passphrase.
      </p>
      <p className="t2">
        Carrel then starts as if new. Connect and mirror the studies again: the service still has every record. Your {onlyHere} stay in the
        copy set aside, as do the audit trail and your settings; a backup can bring them back.
      </p>
    </ConfirmDialog>
  );
}
