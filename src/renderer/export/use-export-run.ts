import { useCallback, useState } from 'react';
import type { EventData, Exported } from '../../shared/contract.ts';
import { reportOf, type ErrorReport } from '../../shared/errors.ts';
import { useEvent } from '../data/use-event.ts';
import { useModel } from '../model/model-context.ts';
import { requestOf, type ExportOptions } from './export-options.ts';
import type { ExportSource } from './export-source.ts';

type ExportRun =
  | { readonly phase: 'choosing' }
  | { readonly phase: 'writing'; readonly rows: number; readonly of: number }
  | { readonly phase: 'done'; readonly file: string; readonly exported: Exported }
  | { readonly phase: 'failed'; readonly error: ErrorReport };

interface ExportControl {
  readonly run: ExportRun;
  readonly start: (options: ExportOptions, name: string, rows: number, passphrase: string) => void;
  readonly cancel: () => void;
  readonly show: () => void;
}

/** One export from the save dialog to the finished file; a cancelled one leaves nothing and returns to the choice. */
export function useExportRun(source: ExportSource): ExportControl {
  const { data } = useModel();
  const [run, setRun] = useState<ExportRun>({ phase: 'choosing' });
  useEvent(
    'export.progress',
    useCallback((progress: EventData<'export.progress'>) => {
      setRun((before) => (before.phase === 'writing' ? { phase: 'writing', ...progress } : before));
    }, []),
  );
  const start = (options: ExportOptions, suggestedName: string, rows: number, passphrase: string): void => {
    setRun({ phase: 'writing', rows: 0, of: rows });
    data.call('export.start', { request: requestOf(source, options), suggestedName, passphrase }).then(
      (exported) => {
        setRun(exported.file === null ? { phase: 'choosing' } : { phase: 'done', file: exported.file, exported });
      },
      (thrown: unknown) => {
        const error = reportOf(thrown);
        setRun(error.category === 'CANCELLED' ? { phase: 'choosing' } : { phase: 'failed', error });
      },
    );
  };
  const cancel = (): void => {
    void data.call('export.cancel').catch(() => undefined);
  };
  const show = (): void => {
    void data.call('export.show').catch(() => undefined);
  };
  return { run, start, cancel, show };
}
