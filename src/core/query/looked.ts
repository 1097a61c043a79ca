import type { StudyReader } from './study-directory.ts';

/** The mark that the changes up to a generation were viewed (table `annotation`): its kind and name; the value is the generation. */
export const lookedMark = { kind: 'looked', name: 'changes' } as const;

export interface Looked {
  readonly generation: number;
  /** ISO time in UTC; null if they have not been viewed yet. */
  readonly at: string | null;
}

/**
 * Returns when the changes were last viewed, and up to which generation; before that, changes are counted from the first mirror. Call
 * inside a snapshot.
 */
export function readLooked({ db }: StudyReader): Looked {
  const mark = db
    .prepare<[string, string], { readonly value: string; readonly at: string }>(
      'SELECT value, at FROM annotation WHERE kind = ? AND name = ?',
    )
    .get(lookedMark.kind, lookedMark.name);
  const generation = Number(mark?.value);
  return mark === undefined || !Number.isInteger(generation) ? { generation: firstGeneration(db), at: null } : { generation, at: mark.at };
}

function firstGeneration(db: StudyReader['db']): number {
  return db.prepare<[], number | null>('SELECT min(number) FROM generation').pluck().get() ?? 0;
}
