import { storedCutOff } from '../store/database/stored-cut-off.ts';
import { inSnapshot } from './snapshot.ts';
import type { StudyReader } from './study-directory.ts';
import { upToCutOff } from './up-to-cut-off.ts';

interface Followed {
  readonly tables: unknown;
  readonly cutOff: string | null;
  readonly reader: StudyReader;
}

/**
 * Returns a function that gives an open study a new identity after its tables were rebuilt or another data cut-off came into force. A
 * rebuild changes its cells within a generation, and a cut-off its rows, so everything cached by connection and generation must be
 * dropped. Throws the errors of `inSnapshot`.
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
    // A rebuild may have changed the columns.
    const reader = isNews || cutOff !== null ? upToCutOff(study, cutOff) : { ...study };
    known.set(study, { tables, cutOff, reader });
    return reader;
  };
}
