import type { Db } from './database.ts';

/** An annotation as stored: `value` is JSON text, `at` an ISO time in UTC. */
export interface AnnotationRow {
  readonly kind: string;
  readonly name: string;
  readonly value: string;
  readonly at: string;
}

/** Returns a function that writes an annotation and replaces an existing one of the same kind and name. */
export function annotationWriter(db: Db): (row: AnnotationRow) => void {
  const write = db.prepare<AnnotationRow>(
    'INSERT INTO annotation (kind, name, value, at) VALUES (:kind, :name, :value, :at) ON CONFLICT (kind, name) DO UPDATE SET value = excluded.value, at = excluded.at',
  );
  return (row) => {
    write.run(row);
  };
}
