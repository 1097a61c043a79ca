import { useCallback, useState, type ReactNode } from 'react';
import { reportOf, type ErrorReport } from '../../../shared/errors.ts';
import { withoutCopy } from '../../../shared/first-copy.ts';
import { TopBar } from '../../ui/frame/top-bar.tsx';
import { useCommand } from '../../ui/keys/commands.tsx';
import { useApp, useModel } from '../../data/model/model-context.ts';
import { OpenPackDialog } from '../../tasks/packs/open-pack-dialog.tsx';
import { Connect } from './connect.tsx';
import { asksPassphrase, finishFirstRun, type Intention, type Protection } from './finish-first-run.ts';
import { Protect } from './protect.tsx';
import './start.css';

/** Connect, demo or site pack, followed by the protection of this computer's copy if it has none yet. */
export function FirstRun(): ReactNode {
  const model = useModel();
  const app = useApp();
  const [intention, setIntention] = useState<Intention | null>(null);
  const [opening, setOpening] = useState(false);
  const [chosen, setChosen] = useState(false);
  const [busy, setBusy] = useState(false);
  const protecting = asksPassphrase({ chosen, busy, phase: app.phase });
  const [error, setError] = useState<ErrorReport | null>(null);
  const finish = async (wanted: Intention, protection: Protection): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      await finishFirstRun(model, wanted, protection);
    } catch (thrown: unknown) {
      setError(withoutCopy(reportOf(thrown)));
      setBusy(false);
    }
  };
  const open = useCallback(() => {
    setOpening(true);
  }, []);
  // For a site pack dropped on the window.
  useCommand('open-pack', protecting ? null : open);
  const choose = (wanted: Intention): void => {
    const isUnprotected = app.phase === 'first-run';
    setIntention(wanted);
    setChosen(isUnprotected);
    if (!isUnprotected) void finish(wanted, { passphrase: null, keyStore: false });
  };
  return (
    <div className="start-frame">
      <TopBar plain />
      {/* Stays mounted during the next step, so that going back keeps what was typed. */}
      <div className="start-step" hidden={protecting}>
        <Connect busy={busy} error={protecting ? null : error} onChoose={choose} onPack={open} />
      </div>
      {opening && (
        <OpenPackDialog
          onClose={() => {
            setOpening(false);
          }}
          onFound={(_found, passphrase) => {
            setOpening(false);
            choose({ kind: 'pack', passphrase });
          }}
        />
      )}
      {protecting && intention !== null && (
        <Protect
          intention={intention}
          busy={busy}
          error={error}
          onBack={() => {
            setChosen(false);
            setError(null);
          }}
          onProtect={(protection) => {
            void finish(intention, protection);
          }}
        />
      )}
    </div>
  );
}
