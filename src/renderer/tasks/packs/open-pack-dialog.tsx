import { Button, Modal, PasswordInput } from '@mantine/core';
import { IconCheck, IconFileSearch, IconPackageImport } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { FoundSitePack, TakenInPack } from '../../../shared/calls/packs.ts';
import { formatCalendarDay } from '../../ui/format/dates.ts';
import { usePlace } from '../../data/model/model-context.ts';
import { studyPlace } from '../../data/model/place.ts';
import { DemoBadge } from '../../ui/parts/badges.tsx';
import { Glyph } from '../../ui/parts/icon.tsx';
import { BytesProgress, ProblemNote } from '../../ui/parts/states.tsx';
import { ReasonButton } from '../../ui/parts/buttons.tsx';
import { useFocusReturn } from '../../ui/parts/dialogs.tsx';
import { factsOf, tookSay, wouldSay } from './pack-words.ts';
import { useOpenPack } from './use-open-pack.ts';
import './packs.css';

interface Props {
  readonly onClose: () => void;
  /** Set in the first run, when there is nothing to import into yet: called instead of importing. */
  readonly onFound?: (found: FoundSitePack, passphrase: string) => void;
}

/** Imports a site pack from another laptop: choose the file, see what it is, import its study. */
export function OpenPackDialog({ onClose, onFound }: Props): ReactNode {
  useFocusReturn();
  const [passphrase, setPassphrase] = useState('');
  const control = useOpenPack();
  const { run, error, cancel } = control;
  const close = (): void => {
    if (run.phase === 'taking' || run.phase === 'looking') cancel();
    onClose();
  };
  const found = run.phase === 'found' || run.phase === 'taking' ? run.found : null;
  const goOn = (): void => {
    if (found === null) return;
    if (onFound === undefined) control.take(passphrase);
    else onFound(found, passphrase);
  };
  return (
    <Modal opened onClose={close} title="Open a site pack" size={560} padding={0} closeOnClickOutside={false}>
      {run.phase === 'taken' ? (
        <Taken taken={run.taken} onClose={onClose} />
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (run.phase === 'choosing' && control.file !== null && passphrase !== '') control.look(passphrase);
            if (run.phase === 'found' && mayTake(run.found)) goOn();
          }}
        >
          <div className="dialog-body">
            {found === null ? (
              <Choice control={control} passphrase={passphrase} onPassphrase={setPassphrase} />
            ) : (
              <Found found={found} file={control.file} />
            )}
            <ProblemNote problem={error?.message ?? null} />
          </div>
          {run.phase === 'taking' ? (
            <BytesProgress
              label="Progress of the site pack"
              progress={run.progress}
              before="Opening the pack"
              done="taken in"
              onCancel={cancel}
            />
          ) : (
            <Foot control={control} ready={passphrase !== ''} first={onFound !== undefined} onClose={close} />
          )}
        </form>
      )}
    </Modal>
  );
}

type Control = ReturnType<typeof useOpenPack>;

function mayTake({ refused, would }: FoundSitePack): boolean {
  return refused === null && would !== 'unchanged';
}

function Choice({
  control,
  passphrase,
  onPassphrase,
}: {
  readonly control: Control;
  readonly passphrase: string;
  readonly onPassphrase: (passphrase: string) => void;
}): ReactNode {
  const { file, run, choose } = control;
  return (
    <>
      <p className="t2">Opens one study packed on another laptop, with its proof. Works offline.</p>
      <div>
        <div className="medium pack-label">File</div>
        <div className="row">
          <ReasonButton
            onClick={choose}
            reason={run.phase === 'looking' ? 'The pack is being opened.' : null}
            leftSection={<Glyph of={IconFileSearch} size={14} />}
            data-autofocus
          >
            {file === null ? 'Choose the file' : 'Choose another'}
          </ReasonButton>
          {file === null ? (
            <span className="small t3">it ends with .carrelpack</span>
          ) : (
            <span className="mono selectable clip">{file}</span>
          )}
        </div>
      </div>
      <PasswordInput
        size="md"
        label="Passphrase of the pack"
        description="From the person who packed it; not the passphrase of this computer."
        autoComplete="off"
        value={passphrase}
        onChange={(event) => {
          onPassphrase(event.currentTarget.value);
        }}
      />
    </>
  );
}

function Found({ found, file }: { readonly found: FoundSitePack; readonly file: string | null }): ReactNode {
  const [now] = useState(() => new Date());
  return (
    <>
      <div className="row">
        <h2 className="selectable">{found.study}</h2>
        {found.demo && <DemoBadge />}
      </div>
      <dl className="pack-facts">
        {factsOf(found, now).map(([name, says]) => (
          <div key={name}>
            <dt className="t2">{name}</dt>
            <dd className="num">{says}</dd>
          </div>
        ))}
        <div>
          <dt className="t2">File</dt>
          <dd className="mono file-name">{file}</dd>
        </div>
      </dl>
      {found.would !== null && <p className="t2">{wouldSay[found.would]}</p>}
      {found.would === null && found.refused === null && (
        <p className="t2">Next: choose a passphrase for this computer’s own copy. Then the study is imported.</p>
      )}
    </>
  );
}

interface FootProps {
  readonly control: Control;
  readonly ready: boolean;
  /** Whether this is the first run. */
  readonly first: boolean;
  readonly onClose: () => void;
}

function Foot({ control: { run, file, again }, ready, first, onClose }: FootProps): ReactNode {
  const found = run.phase === 'found' ? run.found : null;
  return (
    <div className="dialog-bar">
      {found !== null && (
        <Button variant="subtle" size="md" className="quiet-start" onClick={again}>
          Another file
        </Button>
      )}
      <Button variant="subtle" size="md" onClick={onClose}>
        {found === null || mayTake(found) ? 'Cancel' : 'Close'}
      </Button>
      {found === null && (
        <ReasonButton variant="filled" size="md" type="submit" reason={missingOf(file, ready, run.phase === 'looking')} shown>
          {run.phase === 'looking' ? 'Opening' : 'Open'}
        </ReasonButton>
      )}
      {found !== null && mayTake(found) && (
        <Button variant="filled" size="md" type="submit" autoFocus leftSection={<Glyph of={IconPackageImport} size={14} />}>
          {first ? 'Continue' : 'Import'}
        </Button>
      )}
    </div>
  );
}

function Taken({ taken, onClose }: { readonly taken: TakenInPack; readonly onClose: () => void }): ReactNode {
  const { go } = usePlace();
  return (
    <>
      <div className="dialog-body">
        <p className="row" role="status">
          <Glyph of={IconCheck} className="dialog-tick" />
          <b>{tookSay(taken)}</b>
        </p>
        <p className="small t2">
          It is encrypted with a key on this computer and opens here until the end of {formatCalendarDay(taken.expires)} (UTC). This is
          recorded in the audit trail. You no longer need the file: delete it, or store it safely.
        </p>
      </div>
      <div className="dialog-bar">
        <Button size="md" onClick={onClose}>
          Done
        </Button>
        <Button
          size="md"
          variant="filled"
          autoFocus
          onClick={() => {
            onClose();
            go(studyPlace(taken.study, 'overview'));
          }}
        >
          Open {taken.study}
        </Button>
      </div>
    </>
  );
}

/** Why the pack cannot be opened yet; null if it can. */
function missingOf(file: string | null, hasPassphrase: boolean, looking: boolean): string | null {
  if (looking) return 'The pack is being opened.';
  if (file === null) return 'Choose the file first.';
  return hasPassphrase ? null : 'Enter the passphrase of the pack first.';
}
