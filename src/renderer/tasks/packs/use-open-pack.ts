import { useCallback, useEffect, useState } from 'react';
import type { FoundSitePack, TakenInPack } from '../../../shared/calls/packs.ts';
import type { EventData } from '../../../shared/contract.ts';
import { reportOf, type ErrorReport } from '../../../shared/errors.ts';
import { useEvent } from '../../data/calls/use-call.ts';
import { refreshApp, refreshStudies } from '../../data/model/actions.ts';
import { useModel } from '../../data/model/model-context.ts';

type OpenRun =
  | { readonly phase: 'choosing' }
  | { readonly phase: 'looking' }
  | { readonly phase: 'found'; readonly found: FoundSitePack }
  | { readonly phase: 'taking'; readonly found: FoundSitePack; readonly progress: EventData<'pack.progress'> | null }
  | { readonly phase: 'taken'; readonly taken: TakenInPack };

interface OpenControl {
  readonly run: OpenRun;
  /** Name of the chosen file; null if none is chosen yet. */
  readonly file: string | null;
  readonly error: ErrorReport | null;
  readonly choose: () => void;
  readonly look: (passphrase: string) => void;
  readonly take: (passphrase: string) => void;
  readonly cancel: () => void;
  /** Returns to choosing a file. */
  readonly again: () => void;
}

/** Imports one site pack, from choosing the file to the imported study. A cancelled or refused import changes nothing. */
export function useOpenPack(): OpenControl {
  const model = useModel();
  const { data } = model;
  const [run, setRun] = useState<OpenRun>({ phase: 'choosing' });
  const [file, setFile] = useState<string | null>(null);
  const [error, setError] = useState<ErrorReport | null>(null);
  useEvent(
    'pack.progress',
    useCallback((progress: EventData<'pack.progress'>) => {
      setRun((before) => (before.phase === 'taking' ? { ...before, progress } : before));
    }, []),
  );
  // A file that was dropped on the window is already chosen.
  useEffect(() => {
    data.call('pack.given').then(
      (name) => {
        setFile((before) => name ?? before);
      },
      () => undefined,
    );
  }, [data]);
  const fail = (back: OpenRun) => (thrown: unknown) => {
    setRun(back);
    setError(reportOf(thrown));
  };
  const found = run.phase === 'found' || run.phase === 'taking' ? run.found : null;
  return {
    run,
    file,
    error,
    choose: () => {
      data.call('pack.choose').then(
        (name) => {
          setFile((before) => name ?? before);
          setError(null);
        },
        (thrown: unknown) => {
          setError(reportOf(thrown));
        },
      );
    },
    look: (passphrase) => {
      setRun({ phase: 'looking' });
      setError(null);
      data.call('pack.look', { passphrase }).then(
        (seen) => {
          setRun({ phase: 'found', found: seen });
          setError(seen.refused);
        },
        fail({ phase: 'choosing' }),
      );
    },
    take: (passphrase) => {
      if (found === null) return;
      setRun({ phase: 'taking', found, progress: null });
      setError(null);
      data.call('pack.take', { passphrase }).then(
        async (taken) => {
          setRun({ phase: 'taken', taken });
          await Promise.allSettled([refreshApp(model), refreshStudies(model)]);
        },
        fail({ phase: 'found', found }),
      );
    },
    cancel: () => {
      void data.call('pack.cancel').catch(() => undefined);
    },
    again: () => {
      setRun({ phase: 'choosing' });
      setError(null);
    },
  };
}
