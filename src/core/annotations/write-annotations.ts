import { randomUUID } from 'node:crypto';
import type { Input, Output } from '../../shared/contract.ts';
import type { Annotation } from '../../shared/annotations.ts';
import { annotationWriter } from '../store/database/annotation-rows.ts';
import { currentGeneration } from '../store/database/seal.ts';
import { guarded } from '../store/database/store-error.ts';
import type { WritableStudy } from '../store/database/study.ts';
import type { SharedStudyFiles } from '../sync/writable-files.ts';
import { assertMirrored, type SyncHost } from '../vault/studies/sync-host.ts';

/**
 * Writes an annotation, replacing one with the same id. A looked-at mark never refers to a generation that does not exist yet. Throws
 * USAGE, BUSY and errors of opening the file.
 */
export async function writeAnnotation(
  host: SyncHost,
  files: SharedStudyFiles,
  { study, id, annotation }: Input<'annotations.write'>,
): Promise<Output<'annotations.write'>> {
  const name = id ?? randomUUID();
  await inStudy(host, files, study, (opened) => {
    const { kind, value } = soFar(annotation, currentGeneration(opened));
    annotationWriter(opened.db)({ kind, name, value: JSON.stringify(value), at: new Date().toISOString() });
  });
  return { id: name };
}

function soFar(annotation: Annotation, current: number): Annotation {
  if (annotation.kind !== 'looked-at') return annotation;
  const { value } = annotation;
  return { ...annotation, value: { ...value, generation: Math.min(value.generation, current) } };
}

/** Removes an annotation. Throws like `writeAnnotation`. */
export async function removeAnnotation(
  host: SyncHost,
  files: SharedStudyFiles,
  { study, kind, id }: Input<'annotations.remove'>,
): Promise<undefined> {
  await inStudy(host, files, study, ({ db }) => {
    db.prepare('DELETE FROM annotation WHERE kind = ? AND name = ?').run(kind, id);
  });
}

async function inStudy(host: SyncHost, files: SharedStudyFiles, number: string, work: (study: WritableStudy) => void): Promise<void> {
  await assertMirrored(host, number, 'there is nothing to annotate');
  await files.write(number, (study) => {
    guarded(`The cache of study ${number}`, () => {
      work(study);
    });
  });
}
