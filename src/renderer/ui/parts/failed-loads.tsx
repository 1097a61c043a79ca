import type { ReactNode } from 'react';
import type { LoadState } from '../../data/calls/use-load.ts';
import { ErrorStrip } from './states.tsx';

interface Props {
  /** All that a view is made of. */
  readonly of: readonly Pick<LoadState<unknown>, 'error' | 'reload'>[];
}

/** The first failure among what a view is made of, with the step that reads all of it again; nothing where none failed. */
export function FailedLoads({ of }: Props): ReactNode {
  const error = of.find((load) => load.error !== null)?.error ?? null;
  if (error === null) return null;
  const take = (): void => {
    for (const { reload } of of) reload();
  };
  return <ErrorStrip error={error} step={{ label: 'Try again', take }} />;
}
