import { useCallback, useState } from 'react';
import type { EventData } from '../../../shared/contract.ts';
import { reportOf, type ErrorReport } from '../../../shared/errors.ts';
import { useEvent } from '../../data/calls/use-event.ts';
import { useModel } from '../../data/model/model-context.ts';

type Kind = 'export' | 'pack';

type FileRun<K extends Kind, Written> =
  | { readonly phase: 'choosing' }
  /** `progress`: null until something is counted. */
  | { readonly phase: 'writing'; readonly progress: EventData<`${K}.progress`> | null }
  | { readonly phase: 'done'; readonly file: string; readonly written: Written }
  | { readonly phase: 'failed'; readonly error: ErrorReport };

interface FileControl<K extends Kind, Asked, Written> {
  readonly run: FileRun<K, Written>;
  readonly start: (asked: Asked) => void;
  readonly cancel: () => void;
  readonly show: () => void;
}

/** One file from the save dialog to its end; a cancelled one leaves nothing and returns to the choice. `write`: its file is null where none was named. */
export function useFileRun<K extends Kind, Asked, Written extends { readonly file: string | null }>(
  kind: K,
  write: (asked: Asked) => Promise<Written>,
): FileControl<K, Asked, Written> {
  const { data } = useModel();
  const [run, setRun] = useState<FileRun<K, Written>>({ phase: 'choosing' });
  useEvent(
    `${kind}.progress` as const,
    useCallback((progress: EventData<`${K}.progress`>) => {
      setRun((before) => (before.phase === 'writing' ? { phase: 'writing', progress } : before));
    }, []),
  );
  const start = (asked: Asked): void => {
    setRun({ phase: 'writing', progress: null });
    write(asked).then(
      (written) => {
        setRun(written.file === null ? { phase: 'choosing' } : { phase: 'done', file: written.file, written });
      },
      (thrown: unknown) => {
        const error = reportOf(thrown);
        setRun(error.category === 'CANCELLED' ? { phase: 'choosing' } : { phase: 'failed', error });
      },
    );
  };
  const cancel = (): void => {
    void data.call<`${Kind}.cancel`>(`${kind}.cancel`).catch(() => undefined);
  };
  const show = (): void => {
    void data.call<`${Kind}.show`>(`${kind}.show`).catch(() => undefined);
  };
  return { run, start, cancel, show };
}
