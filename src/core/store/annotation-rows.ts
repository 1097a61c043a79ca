import type { Db } from './database.ts';

/** An annotation as it is kept: `value` as JSON text, `at` ISO time in UTC. */
export interface AnnotationRow {
  readonly kind: string;
  readonly name: string;
  readonly value: string;
  readonly at: string;
}

/** Writes annotations down, each over the one of its kind and name where there is one. */
export function annotationWriter(db: Db): (row: AnnotationRow) => void {
  const write = db.prepare<AnnotationRow>(
    'INSERT INTO annotation (kind, name, value, at) VALUES (:kind, :name, :value, :at) ON CONFLICT (kind, name) DO UPDATE SET value = excluded.value, at = excluded.at',
  );
  return (row) => {
    write.run(row);
  };
}
