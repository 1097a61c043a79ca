import { Button, PasswordInput, Popover } from '@mantine/core';
import { IconAlertTriangle, IconArrowUp, IconKey, IconShield } from '@tabler/icons-react';
import { useState, type SubmitEvent, type KeyboardEvent, type ReactNode } from 'react';
import { TopBar } from '../frame/top-bar.tsx';
import { useApp } from '../model/model-context.ts';
import { BrandMark } from '../parts/brand-mark.tsx';
import { Glyph } from '../parts/icon.tsx';
import { useUnlock } from './use-unlock.ts';
import './start.css';

/** Nothing of a study is on this screen: the window was emptied before it was drawn. */
export function Unlock(): ReactNode {
  const app = useApp();
  const { unlock, busy, problem: refused, wait } = useUnlock();
  const problem = refused ?? app.problem?.message ?? null;
  return (
    <div className="start-frame unlock-frame">
      <TopBar plain brand={<span />} />
      <main className="unlock">
        <BrandMark size={44} />
        <h1 className="start-title">Carrel is locked</h1>
        <p className="t2">Your studies stay encrypted until you unlock.</p>
        {app.unlockWith.includes('passphrase') && <PassphraseForm busy={busy} problem={problem} wait={wait} onUnlock={unlock} />}
        {app.unlockWith.length > 1 && <div className="or small t3">or</div>}
        {app.unlockWith.includes('os') && (
          <Button
            size="md"
            fullWidth
            variant={app.unlockWith.includes('passphrase') ? 'default' : 'filled'}
            disabled={busy}
            onClick={() => {
              unlock(null);
            }}
            leftSection={<Glyph of={IconKey} size={14} />}
          >
            Use the system key store
          </Button>
        )}
        {!app.unlockWith.includes('passphrase') && problem !== null && (
          <p className="small unlock-problem" role="alert">
            {problem}
          </p>
        )}
        <Forgotten />
      </main>
      <footer className="unlock-foot small t3">
        <span>
          <Glyph of={IconShield} size={14} />
          Encrypted on this computer, one key a study
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
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (passphrase !== '' && wait === 0 && !busy) onUnlock(passphrase);
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
      <Button size="md" fullWidth variant="filled" type="submit" disabled={passphrase === '' || wait > 0 || busy}>
        {wordOf(busy, wait)}
      </Button>
    </form>
  );
}

function wordOf(busy: boolean, wait: number): string {
  if (wait > 0) return `Try again in ${String(wait)} s`;
  return busy ? 'Unlocking' : 'Unlock';
}

function Forgotten(): ReactNode {
  return (
    <p className="small t3 unlock-forgot">
      Forgot it? A passphrase cannot be recovered. You can wipe this computer’s copy and sync again.{' '}
      <Popover position="top" width={360} trapFocus returnFocus>
        <Popover.Target>
          <button type="button" className="link">
            How
          </button>
        </Popover.Target>
        <Popover.Dropdown className="unlock-how" tabIndex={-1}>
          <p>
            Close Carrel, then run <code className="mono">carrel wipe --all --yes</code> in a terminal, or delete Carrel’s data folder. Both
            end this computer’s copy for good.
          </p>
          <p>
            Open Carrel again, connect as the first time, and sync. The service still has every record; only the history of changes kept
            here is lost.
          </p>
        </Popover.Dropdown>
      </Popover>
    </p>
  );
}
