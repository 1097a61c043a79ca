import { Button, Modal, PasswordInput } from '@mantine/core';
import { IconCheck, IconFileSearch, IconRestore } from '@tabler/icons-react';
import { useCallback, useState, type ReactNode } from 'react';
import type { RestoredBackup } from '../../../shared/calls/backups.ts';
import type { EventData } from '../../../shared/contract.ts';
import { reportOf, type ErrorReport } from '../../../shared/errors.ts';
import { useEvent } from '../../data/calls/use-call.ts';
import { refreshApp, refreshPreferences, refreshStudies } from '../../data/model/actions.ts';
import { useModel } from '../../data/model/model-context.ts';
import { formatMoment } from '../../ui/format/dates.ts';
import { ReasonButton } from '../../ui/parts/buttons.tsx';
import { useFocusReturn } from '../../ui/parts/dialogs.tsx';
import { Glyph } from '../../ui/parts/icon.tsx';
import { BytesProgress, ProblemNote } from '../../ui/parts/states.tsx';
import { sayRestored, sayRestoredVault } from './backup-words.ts';

type Run =
  | { readonly phase: 'choosing'; readonly error: ErrorReport | null }
  | { readonly phase: 'restoring'; readonly progress: EventData<'backup.progress'> | null }
  | { readonly phase: 'done'; readonly restored: RestoredBackup };

/** Restores a chosen backup with its passphrase and then reports by study what was added. */
export function RestoreDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  useFocusReturn();
  const model = useModel();
  const { data, annotated } = model;
  const [file, setFile] = useState<string | null>(null);
  const [passphrase, setPassphrase] = useState('');
  const [run, setRun] = useState<Run>({ phase: 'choosing', error: null });
  useEvent(
    'backup.progress',
    useCallback((progress: EventData<'backup.progress'>) => {
      setRun((before) => (before.phase === 'restoring' ? { ...before, progress } : before));
    }, []),
  );
  const fail = (thrown: unknown): void => {
    setRun({ phase: 'choosing', error: reportOf(thrown) });
  };
  const choose = (): void => {
    data.call('backup.choose').then((name) => {
      setFile((before) => name ?? before);
      setRun({ phase: 'choosing', error: null });
    }, fail);
  };
  const restore = (): void => {
    setRun({ phase: 'restoring', progress: null });
    data.call('backup.restore', { passphrase }).then(async (restored) => {
      setRun({ phase: 'done', restored });
      annotated.update((before) => before + 1);
      await Promise.allSettled([refreshApp(model), refreshStudies(model), refreshPreferences(model)]);
    }, fail);
  };
  const cancel = (): void => {
    void data.call('backup.cancel').catch(() => undefined);
  };
  const reason = whyNotRestored(file, passphrase);
  // The dialog cannot be closed during a restore, because it has to report the result.
  const isRestoring = run.phase === 'restoring';
  if (run.phase === 'done')
    return (
      <Modal opened onClose={onClose} title="Restore from a backup" size={560} padding={0}>
        <RestoredBody restored={run.restored} onClose={onClose} />
      </Modal>
    );
  return (
    <Modal
      opened
      onClose={onClose}
      title="Restore from a backup"
      size={560}
      padding={0}
      closeOnClickOutside={false}
      closeOnEscape={!isRestoring}
      withCloseButton={!isRestoring}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (reason === null && run.phase === 'choosing') restore();
        }}
      >
        <fieldset className="dialog-body" disabled={isRestoring}>
          <p className="t2">Adds what is missing here. Anything written or changed here since then is left unchanged.</p>
          <div className="backup-folder">
            <Button size="md" onClick={choose} leftSection={<Glyph of={IconFileSearch} size={14} />} data-autofocus>
              Choose a file…
            </Button>
            <span className={file === null ? 't3' : 'mono selectable file-name'}>{file ?? 'None chosen yet.'}</span>
          </div>
          <PasswordInput
            size="md"
            label="Passphrase of the backup"
            autoComplete="off"
            value={passphrase}
            onChange={(event) => {
              setPassphrase(event.currentTarget.value);
            }}
          />
          {run.phase === 'choosing' && <ProblemNote problem={run.error?.message ?? null} />}
        </fieldset>
        {run.phase === 'restoring' ? (
          <BytesProgress label="Progress of the backup" progress={run.progress} before="Opening the backup" done="read" onCancel={cancel} />
        ) : (
          <div className="dialog-bar">
            <Button variant="subtle" size="md" onClick={onClose}>
              Cancel
            </Button>
            <ReasonButton variant="filled" size="md" type="submit" reason={reason} shown leftSection={<Glyph of={IconRestore} size={14} />}>
              Restore
            </ReasonButton>
          </div>
        )}
      </form>
    </Modal>
  );
}

function RestoredBody({ restored, onClose }: { readonly restored: RestoredBackup; readonly onClose: () => void }): ReactNode {
  return (
    <>
      <div className="dialog-body">
        <p className="row" role="status">
          <Glyph of={IconCheck} className="dialog-tick" />
          <b>The backup of {formatMoment(restored.madeAt)} was restored</b>
        </p>
        <div className="backup-results">
          {restored.studies.map((study) => (
            <div key={study.study}>
              <p>
                <b>{study.study}</b> <span className="t2">{sayRestored(study)}</span>
              </p>
              <ProblemNote problem={study.why} />
            </div>
          ))}
          <p className="t2">{sayRestoredVault(restored.vault)}</p>
          <ProblemNote problem={restored.vault.trailLeftOut} />
        </div>
      </div>
      <div className="dialog-bar">
        <Button size="md" variant="filled" onClick={onClose} data-autofocus>
          Done
        </Button>
      </div>
    </>
  );
}

/** Why the restore cannot start yet; null if it can. */
function whyNotRestored(file: string | null, passphrase: string): string | null {
  if (file === null) return 'Choose the file first.';
  return passphrase === '' ? 'Enter the passphrase of the backup first.' : null;
}
