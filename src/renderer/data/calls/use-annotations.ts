import { useCallback } from 'react';
import type { Annotation, AnnotationKind, AnnotationOf } from '../../../shared/annotations.ts';
import type { Call } from '../../../shared/rpc.ts';
import { useLoad, type LoadState, useReloadOn } from './use-call.ts';
import { useModel } from '../model/model-context.ts';
import { useStore } from '../model/store.ts';

/** An annotation that a person added to a study. */
export interface Annotated<K extends AnnotationKind> {
  readonly id: string;
  /** ISO time in UTC of the last write. */
  readonly at: string;
  readonly value: AnnotationOf<K>;
}

/** Annotations of a kind, newest first; reloaded when this window writes or removes one. Empty without a study. */
export function useAnnotations<K extends AnnotationKind>(study: string | null, kind: K): LoadState<readonly Annotated<K>[]> {
  const { data, annotated } = useModel();
  const load = useCallback(() => readAnnotations(data.call, study, kind), [data, study, kind]);
  const listed = useLoad(load);
  useReloadOn(useStore(annotated), listed.reload);
  return listed;
}

async function readAnnotations<K extends AnnotationKind>(call: Call, study: string | null, kind: K): Promise<readonly Annotated<K>[]> {
  if (study === null) return [];
  const listed = await call('annotations.list', { study, kind });
  return listed.flatMap(({ id, at, annotation }) =>
    annotation.kind === kind ? [{ id, at, value: annotation.value as AnnotationOf<K> }] : [],
  );
}

export interface Annotate {
  /** Writes an annotation, replacing the one with `id` if given. Resolves to its id, and rejects with an AppError. */
  readonly write: (annotation: Annotation, id?: string) => Promise<string>;
  /** Rejects with an AppError. */
  readonly remove: (kind: AnnotationKind, id: string) => Promise<void>;
}

/** Functions that write and remove annotations of a study. */
export function useAnnotate(study: string): Annotate {
  const { data, annotated } = useModel();
  const write = useCallback(
    async (annotation: Annotation, id?: string) => {
      const written = await data.call('annotations.write', { study, id: id ?? null, annotation });
      annotated.update((before) => before + 1);
      return written.id;
    },
    [data, annotated, study],
  );
  const remove = useCallback(
    async (kind: AnnotationKind, id: string) => {
      await data.call('annotations.remove', { study, kind, id });
      annotated.update((before) => before + 1);
    },
    [data, annotated, study],
  );
  return { write, remove };
}
