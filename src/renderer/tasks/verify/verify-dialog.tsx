import { useCallback, useState, type ReactNode, useEffect } from 'react';
import { Button, Modal } from '@mantine/core';
import { IconFileSearch, IconLock } from '@tabler/icons-react';
import { useCommand, useCommands } from '../../ui/keys/commands.tsx';
import { useModel, useApp } from '../../data/model/model-context.ts';
import { showFailure, showAttention } from '../../ui/parts/toasts.tsx';
import type { EventData, AppState } from '../../../shared/contract.ts';
import { formatSize } from '../../ui/format/numbers.ts';
import { ErrorStrip, WorkProgress } from '../../ui/parts/states.tsx';
import { useFocusReturn } from '../../ui/parts/dialogs.tsx';
import { useVerify } from './use-verify.ts';
import { VerifiedBody } from './verified-body.tsx';
import { reportOf } from '../../../shared/errors.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import './verify.css';

/** Verifies a file from any place: one chosen in a system dialog, or dropped on the window. */
export function VerifyDialogs(): ReactNode {
  const { data } = useModel();
  const [looked, setLooked] = useState(0);
  const [opened, setOpened] = useState(false);
  const look = useCallback(() => {
    setLooked((before) => before + 1);
    setOpened(true);
  }, []);
  const choose = useCallback(() => {
    data.call('verify.choose').then(
      (name) => {
        if (name !== null) look();
      },
      (error: unknown) => {
        showFailure('No file could be chosen', error);
      },
    );
  }, [data, look]);
  useCommand('verify', choose);
  useCommand('verify-dropped', look);
  if (!opened) return null;
  return (
    <VerifyDialog
      key={looked}
      onAnother={choose}
      onClose={() => {
        setOpened(false);
      }}
    />
  );
}

/** After the last byte, comparing the rows of a changed workbook takes a while. */
function progressWords(progress: EventData<'verify.progress'> | null): string {
  if (progress === null) return 'Reading';
  const { bytes, of } = progress;
  return bytes < of ? `${formatSize(bytes)} of ${formatSize(of)} read` : 'Checking the contents';
}

interface Props {
  readonly onAnother: () => void;
  readonly onClose: () => void;
}

/** Progress of one file, then its verdict and what that is based on. */
function VerifyDialog({ onAnother, onClose }: Props): ReactNode {
  useFocusReturn();
  const run = useVerify();
  return (
    <Modal opened onClose={onClose} title="Verify a file" size={600} padding={0} closeOnClickOutside={run.phase !== 'looking'}>
      {run.phase === 'failed' && <ErrorStrip error={run.error} />}
      {run.phase === 'looked' && <VerifiedBody file={run.file} currency={run.currency} onClose={onClose} />}
      {run.phase === 'looking' ? (
        <>
          <div className="dialog-body verify-looking">
            <p className="t2">The file is read and compared with the audit trail. It is not modified.</p>
            <p className="mono file-name">{run.progress?.name}</p>
          </div>
          <WorkProgress
            says={progressWords(run.progress)}
            share={run.progress === null ? 0 : run.progress.bytes / Math.max(1, run.progress.of)}
            label="Progress of the file"
            cancel="Cancel"
            onCancel={onClose}
          />
        </>
      ) : (
        <div className="dialog-bar">
          <Button variant="subtle" size="md" className="quiet-start" onClick={onAnother}>
            Another file…
          </Button>
          <Button variant="filled" size="md" onClick={onClose} autoFocus>
            Done
          </Button>
        </div>
      )}
    </Modal>
  );
}

/** Accepts a file dropped anywhere on the window, and explains what will happen while it is dragged over. */
export function DropTarget(): ReactNode {
  const { phase } = useApp();
  const take = useTakeFile();
  const [over, setOver] = useState(false);
  useEffect(() => {
    const drag = (event: DragEvent): void => {
      if (event.dataTransfer === null || !hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = phase === 'locked' ? 'none' : 'copy';
      setOver(true);
    };
    // Without another element, the pointer has left the window.
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent): void => {
      setOver(false);
      if (event.dataTransfer === null || !hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      if (phase !== 'locked') take([...event.dataTransfer.files]);
    };
    const heard = { dragenter: drag, dragover: drag, dragleave: leave, drop } as const;
    for (const [name, hear] of Object.entries(heard)) window.addEventListener(name as keyof typeof heard, hear);
    return () => {
      for (const [name, hear] of Object.entries(heard)) window.removeEventListener(name as keyof typeof heard, hear);
    };
  }, [phase, take]);
  return over ? <Overlay phase={phase} /> : null;
}

function hasFiles({ types }: DataTransfer): boolean {
  return types.includes('Files');
}

/** Opens a site pack and verifies any other file; explains why if nothing on screen can do that. */
function useTakeFile(): (files: readonly File[]) => void {
  const { data } = useModel();
  const { run } = useCommands();
  return useCallback(
    (files) => {
      const [file] = files;
      if (file === undefined || files.length > 1) {
        showAttention({ title: 'One file at a time', says: 'Drop a single file to verify it. Nothing was read.' });
        return;
      }
      data.offerFile(file).then(
        ({ isSitePack }) => {
          if (!run(isSitePack ? 'open-pack' : 'verify-dropped'))
            showAttention({
              title: 'There is nothing to compare it with yet',
              says: 'Files are compared with this computer’s audit trail, which starts with the first study.',
            });
        },
        (error: unknown) => {
          showAttention({ title: 'The file was not accepted', says: reportOf(error).message });
        },
      );
    },
    [data, run],
  );
}

function Overlay({ phase }: { readonly phase: AppState['phase'] }): ReactNode {
  const locked = phase === 'locked';
  return (
    <div className="drop-overlay" aria-hidden>
      <div className="drop-card">
        <Glyph of={locked ? IconLock : IconFileSearch} size={20} />
        <div className="medium">{locked ? 'Unlock first' : 'Drop the file to verify it'}</div>
        <p className="small t2">
          {locked
            ? 'Files are compared with the audit trail, which is encrypted. Unlock, then drop the file again.'
            : 'Checks whether it is a Carrel export, unchanged and still current. The file is only read. A site pack is opened.'}
        </p>
      </div>
    </div>
  );
}
