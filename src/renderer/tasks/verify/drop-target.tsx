import { IconFileSearch, IconLock } from '@tabler/icons-react';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import type { AppState } from '../../../shared/contract.ts';
import { reportOf } from '../../../shared/errors.ts';
import { useCommands } from '../../ui/keys/commands.tsx';
import { useApp, useModel } from '../../data/model/model-context.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { showAttention } from '../../ui/parts/toasts.tsx';
import './verify.css';

/** Takes a file that is dropped anywhere on the window; while one is dragged over it, it says what will become of it. */
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
    // It goes to no other element: it leaves the window.
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

/** A site pack is opened, anything else is verified; where nothing on screen can do that, it says why. */
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
              title: 'There is nothing to verify it against yet',
              says: 'A file is compared with the audit trail of this computer, which begins with the first study.',
            });
        },
        (error: unknown) => {
          showAttention({ title: 'The file was not taken', says: reportOf(error).message });
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
            ? 'A file is compared with the audit trail, which is encrypted. Unlock, then drop it again.'
            : 'Is it one of ours, unchanged, and still current? It is only read. A site pack is opened.'}
        </p>
      </div>
    </div>
  );
}
