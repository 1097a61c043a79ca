import { useCallback, useEffect, useState } from 'react';
import type { EventData, Output } from '../../../shared/contract.ts';
import { reportOf, type ErrorReport } from '../../../shared/errors.ts';
import { askable, currencyOf, type Currency } from '../../../shared/verified-words.ts';
import type { DataSource } from '../../data/port/data-source.ts';
import { useEvent } from '../../data/calls/use-call.ts';
import { useModel } from '../../data/model/model-context.ts';

type Looked = Output<'verify.start'>;

type VerifyRun =
  | { readonly phase: 'looking'; readonly progress: EventData<'verify.progress'> | null }
  /** `currency` is null if the file is not a known export. */
  | { readonly phase: 'looked'; readonly file: Looked; readonly currency: Currency | null }
  | { readonly phase: 'failed'; readonly error: ErrorReport };

/** Verifies the file chosen or dropped last, and asks the cache what changed since. Cancelled on unmount. */
export function useVerify(): VerifyRun {
  const { data, studies } = useModel();
  const [run, setRun] = useState<VerifyRun>({ phase: 'looking', progress: null });
  useEvent(
    'verify.progress',
    useCallback((progress: EventData<'verify.progress'>) => {
      setRun((before) => (before.phase === 'looking' ? { phase: 'looking', progress } : before));
    }, []),
  );
  useEffect(() => {
    let gone = false;
    // Until the studies are loaded, assume that one is here; the cache will report if it is not.
    const isHere = (study: string): boolean => studies.get().cards?.some((card) => card.study === study) ?? true;
    look(data, isHere).then(
      (found) => {
        if (!gone) setRun({ phase: 'looked', ...found });
      },
      (error: unknown) => {
        if (!gone) setRun({ phase: 'failed', error: reportOf(error) });
      },
    );
    return () => {
      gone = true;
      void data.call('verify.cancel').catch(() => undefined);
    };
  }, [data, studies]);
  return run;
}

type IsHere = Parameters<typeof askable>[1];

async function look({ call }: DataSource, isHere: IsHere): Promise<{ readonly file: Looked; readonly currency: Currency | null }> {
  const file = await call('verify.start');
  return { file, currency: await currencyNow(file, call, isHere) };
}

async function currencyNow(file: Looked, call: DataSource['call'], isHere: IsHere): Promise<Currency | null> {
  const asked = askable(file, isHere);
  if (asked === null || file.known?.what !== 'export') return null;
  if (asked !== 'ask') return { current: null, why: asked };
  try {
    const since = await call('verify.since', { study: file.known.study, datasets: file.datasets });
    return since === null ? { current: null, why: 'gone' } : currencyOf(since);
  } catch (error: unknown) {
    return { current: null, why: reportOf(error).code === 'USAGE' ? 'gone' : 'unreadable' };
  }
}
