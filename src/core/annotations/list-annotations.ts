import { annotationSchema, type Annotation, type AnnotationKind, type AnnotationOf } from '../../shared/annotations.ts';
import type { Output } from '../../shared/contract.ts';
import { inSnapshot } from '../query/snapshot.ts';
import type { StudyReader } from '../query/study-directory.ts';

/** Annotations of a kind, newest first. Those of a newer version that this one cannot read are skipped. */
export function listAnnotations(study: StudyReader, kind: AnnotationKind): Output<'annotations.list'> {
  return inSnapshot(study, () => annotationsIn(study, kind));
}

/** The notes, newest first. Must run inside a snapshot. */
export function notesIn(study: StudyReader): readonly { readonly id: string; readonly at: string; readonly value: AnnotationOf<'note'> }[] {
  return annotationsIn(study, 'note').flatMap(({ id, at, annotation }) =>
    annotation.kind === 'note' ? [{ id, at, value: annotation.value }] : [],
  );
}

/** The reference dates imported last; empty if there are none. Must run inside a snapshot. */
export function referenceDatesIn(study: StudyReader): AnnotationOf<'reference-dates'>['dates'] {
  const [newest] = annotationsIn(study, 'reference-dates');
  return newest?.annotation.kind === 'reference-dates' ? newest.annotation.value.dates : [];
}

/** The order of visits decided on last; empty if there is none. Must run inside a snapshot. */
export function decidedVisitsIn(study: StudyReader): AnnotationOf<'visit-order'>['visits'] {
  const [newest] = annotationsIn(study, 'visit-order');
  return newest?.annotation.kind === 'visit-order' ? newest.annotation.value.visits : [];
}

function annotationsIn({ db }: StudyReader, kind: AnnotationKind): { id: string; at: string; annotation: Annotation }[] {
  const rows = db
    .prepare<[string], { readonly name: string; readonly value: string; readonly at: string }>(
      'SELECT name, value, at FROM annotation WHERE kind = ? ORDER BY at DESC, name',
    )
    .all(kind);
  return rows.flatMap(({ name, value, at }) => {
    const read = annotationSchema.safeParse({ kind, value: JSON.parse(value) as unknown });
    return read.success ? [{ id: name, at, annotation: read.data }] : [];
  });
}
