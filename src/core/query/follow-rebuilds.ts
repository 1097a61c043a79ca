import type { StudyReader } from './study-directory.ts';
import { inSnapshot } from './snapshot.ts';

/**
 * Gives a study that is open another identity once its tables were made anew: by a rebuild its cells change within a generation, so what is
 * remembered of them by connection and generation has to go. Errors: those of `inSnapshot`.
 */
export function followRebuilds(): (study: StudyReader) => StudyReader {
  const known = new WeakMap<StudyReader, { readonly tables: unknown; readonly reader: StudyReader }>();
  return (study) => {
    const tables: unknown = inSnapshot(study, () => study.db.pragma('schema_version', { simple: true }));
    const before = known.get(study);
    if (before !== undefined && before.tables === tables) return before.reader;
    const reader = { ...study };
    known.set(study, { tables, reader });
    return reader;
  };
}
