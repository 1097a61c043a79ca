import { useCallback, useState } from 'react';
import type { EventData, Input, Output } from '../../shared/contract.ts';
import { reportOf, type ErrorReport } from '../../shared/errors.ts';
import { useEvent } from '../data/use-event.ts';
import { useModel } from '../model/model-context.ts';

type PackRun =
  | { readonly phase: 'choosing' }
  /** `of` is 0 until the copy is made. */
  | { readonly phase: 'packing'; readonly progress: EventData<'pack.progress'> | null }
  | { readonly phase: 'done'; readonly file: string; readonly packed: Output<'pack.start'> }
  | { readonly phase: 'failed'; readonly error: ErrorReport };

interface PackControl {
  readonly run: PackRun;
  readonly start: (input: Input<'pack.start'>) => void;
  readonly cancel: () => void;
  readonly show: () => void;
}

/** One packing from the save dialog to the finished file; a cancelled one leaves nothing and returns to the choice. */
export function usePackRun(): PackControl {
  const { data } = useModel();
  const [run, setRun] = useState<PackRun>({ phase: 'choosing' });
  useEvent(
    'pack.progress',
    useCallback((progress: EventData<'pack.progress'>) => {
      setRun((before) => (before.phase === 'packing' ? { phase: 'packing', progress } : before));
    }, []),
  );
  const start = (input: Input<'pack.start'>): void => {
    setRun({ phase: 'packing', progress: null });
    data.call('pack.start', input).then(
      (packed) => {
        setRun(packed.file === null ? { phase: 'choosing' } : { phase: 'done', file: packed.file, packed });
      },
      (thrown: unknown) => {
        const error = reportOf(thrown);
        setRun(error.category === 'CANCELLED' ? { phase: 'choosing' } : { phase: 'failed', error });
      },
    );
  };
  const cancel = (): void => {
    void data.call('pack.cancel').catch(() => undefined);
  };
  const show = (): void => {
    void data.call('pack.show').catch(() => undefined);
  };
  return { run, start, cancel, show };
}
