import { useCallback } from 'react';
import { useAnnotate, useAnnotations } from '../../data/calls/use-annotations.ts';
import { showFailure } from '../../ui/parts/toasts.tsx';

interface VisitOrder {
  /** Empty: the one that is worked out. */
  readonly visits: readonly string[];
  /** An empty order goes back to the one that is worked out. */
  readonly decide: (visits: readonly string[]) => void;
}

/** The order of visits that somebody decided on for a study; kept in its file, beside what was mirrored. */
export function useVisitOrder(study: string): VisitOrder {
  const { data } = useAnnotations(study, 'visit-order');
  const { write } = useAnnotate(study);
  const newest = data?.[0];
  const id = newest?.id;
  const decide = useCallback(
    (visits: readonly string[]) => {
      write({ kind: 'visit-order', value: { visits: [...visits] } }, id).catch((error: unknown) => {
        showFailure('The order of visits could not be kept', error);
      });
    },
    [write, id],
  );
  return { visits: newest?.value.visits ?? [], decide };
}
