import { IconChevronLeft, IconKey } from '@tabler/icons-react';
import { useState, type SubmitEvent, type ReactNode } from 'react';
import type { ErrorReport } from '../../../shared/errors.ts';
import { useApp } from '../../data/model/model-context.ts';
import { onlyHere } from '../../ui/parts/dialogs.tsx';
import { Glyph } from '../../ui/parts/icon.tsx';
import { NewPassphrase } from '../../ui/parts/passphrases.tsx';
import { ReasonButton } from '../../ui/parts/buttons.tsx';
import { ErrorStrip } from '../../ui/parts/states.tsx';
import { ProtectionFacts } from '../../tasks/connection/protection-facts.tsx';
import type { Intention, Protection } from './finish-first-run.ts';

interface Props {
  readonly intention: Intention;
  readonly busy: boolean;
  readonly error: ErrorReport | null;
  readonly onBack: () => void;
  readonly onProtect: (protection: Protection) => void;
}

interface ProtectWords {
  readonly lead: string;
  /** What remains if the passphrase is lost. */
  readonly left: string;
  readonly goal: string;
}

const mirrored = {
  lead: 'Mirrored data is encrypted on this disk. Choose a passphrase to open it.',
  left: `The service keeps its data: set the copy aside and mirror the studies again. Your ${onlyHere} would be lost unless you have a backup.`,
} as const;

const protectWords: Readonly<Record<Intention['kind'], ProtectWords>> = {
  demo: { ...mirrored, goal: 'Start the demo' },
  service: { ...mirrored, goal: 'Save and sync' },
  pack: {
    lead: 'The study gets a key on this computer. Choose a passphrase to open it, different from the pack’s.',
    left: 'The site pack still opens with its own passphrase until its last day: set the copy aside and open the pack again.',
    goal: 'Import the study',
  },
};

const settingUp = 'The copy is being set up.';

/** Asks for the passphrase that locks this computer's copy, or offers the system key store if a secure one is available. */
export function Protect({ intention, busy, error, onBack, onProtect }: Props): ReactNode {
  const { keyStore } = useApp();
  const words = protectWords[intention.kind];
  return (
    <main className="start-two">
      <section className="start-left">
        <div className="start-column">
          <button type="button" className="quiet-link start-back" onClick={onBack} disabled={busy} title={busy ? settingUp : undefined}>
            <Glyph of={IconChevronLeft} size={14} />
            Back
          </button>
          <h1 className="start-title">Protect this computer’s copy</h1>
          <p className="t2 start-lead">{words.lead} Carrel asks for it at startup and after locking.</p>
          {error !== null && (
            <div className="test-failure">
              <ErrorStrip error={error} />
            </div>
          )}
          <PassphraseForm
            busy={busy}
            words={words}
            onChoose={(passphrase) => {
              onProtect({ passphrase, keyStore: false });
            }}
          />
          {keyStore.available && (
            <>
              <div className="or small t3">or</div>
              <ReasonButton
                size="md"
                fullWidth
                reason={busy ? settingUp : null}
                onClick={() => {
                  onProtect({ passphrase: null, keyStore: true });
                }}
                leftSection={<Glyph of={IconKey} size={14} />}
              >
                Use the system key store
              </ReasonButton>
              <p className="small t3">
                Opens without asking while you are signed in to this computer. Other programs running under your account could open it too.
              </p>
            </>
          )}
          {!keyStore.available && (
            <p className="small t3">This computer has no key store that Carrel can trust, so a passphrase is required.</p>
          )}
        </div>
      </section>
      <section className="start-right">
        <div className="start-column">
          <ProtectionFacts />
        </div>
      </section>
    </main>
  );
}

function PassphraseForm({
  busy,
  words,
  onChoose,
}: {
  readonly busy: boolean;
  readonly words: ProtectWords;
  readonly onChoose: (passphrase: string) => void;
}): ReactNode {
  const [passphrase, setPassphrase] = useState<string | null>(null);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (passphrase !== null && !busy) onChoose(passphrase);
  };
  return (
    <form className="start-form" onSubmit={submit}>
      <NewPassphrase label="Passphrase" autoFocus onChange={setPassphrase} />
      <p className="note note-info">
        <Glyph of={IconKey} />
        <span>
          <b>It cannot be recovered.</b> If you lose it, nobody can open this copy. {words.left}
        </span>
      </p>
      <ReasonButton
        size="md"
        variant="filled"
        type="submit"
        fullWidth
        reason={busy ? settingUp : passphrase === null ? 'Enter a passphrase that is long enough, and repeat it.' : null}
      >
        {busy ? 'Setting up' : words.goal}
      </ReasonButton>
    </form>
  );
}
