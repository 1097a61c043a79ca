import { useCallback, useState, type ReactNode } from 'react';
import { Button } from '@mantine/core';
import { IconCheck, IconFolder } from '@tabler/icons-react';
import type { EventData } from '../../../shared/contract.ts';
import { reportOf, type ErrorReport } from '../../../shared/errors.ts';
import { useEvent } from '../../data/calls/use-call.ts';
import { useModel } from '../../data/model/model-context.ts';
import { formatSize, formatTimeLeft } from '../format/numbers.ts';
import { CopyButton } from './buttons.tsx';
import { Glyph } from './icon.tsx';
import type { SyncProgress } from '../../../shared/status.ts';
import { secondsLeft, type StudySync, type SyncWait } from '../../data/model/sync-state.ts';
import { datasetTitles } from './dataset-titles.ts';
import { formatCount, formatCountOf } from '../../../shared/format-count.ts';

type Kind = 'export' | 'pack' | 'backup';

type FileRun<K extends Kind, Written> =
  | { readonly phase: 'choosing' }
  /** `progress` is null until the first progress event. */
  | { readonly phase: 'writing'; readonly progress: EventData<`${K}.progress`> | null }
  | { readonly phase: 'done'; readonly file: string; readonly written: Written }
  | { readonly phase: 'failed'; readonly error: ErrorReport };

interface FileControl<K extends Kind, Asked, Written> {
  readonly run: FileRun<K, Written>;
  readonly start: (asked: Asked) => void;
  readonly cancel: () => void;
  readonly show: () => void;
}

/**
 * Writes one file, from the save dialog to completion. A cancelled run leaves no file and returns to `choosing`. `write` resolves with
 * `file: null` if no file was chosen.
 */
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
        setRun(error.code === 'CANCELLED' ? { phase: 'choosing' } : { phase: 'failed', error });
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

interface Props {
  readonly title: string;
  readonly bytes: number;
  readonly file: string;
  /** Facts about the file. */
  readonly says: ReactNode;
  /** Hexadecimal; empty if nothing was written. */
  readonly sha256: string;
  /** What the user still has to do. */
  readonly children?: ReactNode;
  readonly onShow: () => void;
  readonly onClose: () => void;
}

/** Last step of a dialog that wrote a file: describes it and can show it in its folder. */
export function FileWritten({ title, bytes, file, says, sha256, children, onShow, onClose }: Props): ReactNode {
  return (
    <>
      <div className="dialog-body">
        <div className="file-written">
          <p className="row">
            <Glyph of={IconCheck} className="dialog-tick" />
            <b>{title}</b>
            {bytes > 0 && <span className="t2 num">{formatSize(bytes)}</span>}
          </p>
          <p className="mono selectable file-name">{file}</p>
          {says}
          {sha256 !== '' && (
            <p className="row small t3">
              <span className="mono clip" title={sha256}>
                SHA-256 {sha256}
              </span>
              <CopyButton text={sha256} label="Copy" />
            </p>
          )}
        </div>
        {children}
      </div>
      <div className="dialog-bar">
        <Button size="md" onClick={onShow} leftSection={<Glyph of={IconFolder} size={14} />}>
          Show in folder
        </Button>
        <Button size="md" variant="filled" onClick={onClose} data-autofocus>
          Done
        </Button>
      </div>
    </>
  );
}

const waits: Readonly<Record<string, string>> = { NETWORK: 'Waiting for the network', RATE: 'The service asked to wait' };

/** "Waiting for the network". */
export function describeWait({ reason }: SyncWait): string {
  return waits[reason] ?? 'The service failed';
}

/** "trying again within 4 s". */
export function describeNextTry({ seconds }: SyncWait): string {
  return `trying again within ${formatCount(seconds)} s`;
}

/** "Labs, page 71 of 173". */
export function describeProgress(progress: SyncProgress | null): string {
  if (progress === null) return 'Starting';
  const { confirmed, toConfirm } = progress;
  if (confirmed !== undefined && toConfirm !== undefined)
    return `${datasetTitles[progress.dataset]}, ${formatCount(confirmed)} of ${formatCountOf(toConfirm, 'page')} confirmed`;
  const pages = progress.pages === null ? '' : ` of ${formatCount(progress.pages)}`;
  return `${datasetTitles[progress.dataset]}, page ${formatCount(progress.page)}${pages}`;
}

/** "35,420 of 86,402 rows · about 40 s left". */
export function describeRows(sync: StudySync, now: number): string {
  if (sync.progress === null) return '';
  const { records, total } = sync.progress;
  const rows = total === null ? `${formatCount(records)} rows` : `${formatCount(records)} of ${formatCount(total)} rows`;
  const left = secondsLeft(sync, now);
  return left === null ? rows : `${rows} · ${formatTimeLeft(left)}`;
}
