import { storedCutOff } from '../store/stored-cut-off.ts';
import { inSnapshot } from './snapshot.ts';
import type { StudyReader } from './study-directory.ts';
import { upToCutOff } from './up-to-cut-off.ts';

interface Followed {
  readonly tables: unknown;
  readonly cutOff: string | null;
  readonly reader: StudyReader;
}

/**
 * Gives a study that is open another identity once its tables were made anew, or another data cut-off is in force: by a rebuild its cells change
 * within a generation, by a cut-off its rows do, so what is remembered of them by connection and generation has to go. Errors: those of
 * `inSnapshot`.
 */
export function followChanges(): (study: StudyReader) => StudyReader {
  const known = new WeakMap<StudyReader, Followed>();
  return (study) => {
    const [tables, cutOff] = inSnapshot(study, (): [unknown, string | null] => [
      study.db.pragma('schema_version', { simple: true }),
      storedCutOff(study.db),
    ]);
    const before = known.get(study);
    if (before !== undefined && before.tables === tables && before.cutOff === cutOff) return before.reader;
    const isNews = (before?.cutOff ?? null) !== cutOff;
    // A rebuild may have other columns.
    const reader = isNews || cutOff !== null ? upToCutOff(study, cutOff) : { ...study };
    known.set(study, { tables, cutOff, reader });
    return reader;
  };
}
