import { annotationSchema, type Annotation, type AnnotationKind, type AnnotationOf } from '../../shared/annotations.ts';
import type { Output } from '../../shared/contract.ts';
import { inSnapshot } from '../query/snapshot.ts';
import type { StudyReader } from '../query/study-directory.ts';

/** The annotations of a kind, the newest first; what a newer version wrote and this one cannot read is left where it is. */
export function listAnnotations(study: StudyReader, kind: AnnotationKind): Output<'annotations.list'> {
  return inSnapshot(study, () => annotationsIn(study, kind));
}

/** The notes, the newest first. Belongs inside a snapshot. */
export function notesIn(study: StudyReader): readonly { readonly id: string; readonly at: string; readonly value: AnnotationOf<'note'> }[] {
  return annotationsIn(study, 'note').flatMap(({ id, at, annotation }) =>
    annotation.kind === 'note' ? [{ id, at, value: annotation.value }] : [],
  );
}

/** The reference dates that were imported last; none where nobody did. Belongs inside a snapshot. */
export function referenceDatesIn(study: StudyReader): AnnotationOf<'reference-dates'>['dates'] {
  const [newest] = annotationsIn(study, 'reference-dates');
  return newest?.annotation.kind === 'reference-dates' ? newest.annotation.value.dates : [];
}

/** The order of visits that somebody decided on last; empty where nobody did. Belongs inside a snapshot. */
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
