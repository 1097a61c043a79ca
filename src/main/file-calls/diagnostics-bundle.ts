import { statSync } from 'node:fs';
import type { StudyEntry } from '../../core/vault/studies/studies.ts';
import type { LogLine } from '../../shared/log-event.ts';
import type { StoredPreferences } from '../platform/stored-preferences.ts';

interface Known {
  readonly preferences: StoredPreferences;
  readonly keyStore: string;
  /** Null while locked. */
  readonly studies: readonly Pick<StudyEntry, 'path' | 'seal' | 'demo' | 'setAside'>[] | null;
  readonly log: readonly LogLine[];
}

/** Collects sizes, record counts, preferences and the log, without study numbers, addresses, accounts or paths. */
export function makeBundle({ preferences, keyStore, studies, log }: Known): Readonly<Record<string, unknown>> {
  const { scheme, density, vocabulary, sync } = preferences;
  return {
    keyStore,
    preferences: { scheme, density, vocabulary, sync },
    studies:
      studies?.map(({ path, seal, demo, setAside }) => ({
        demo,
        setAside: setAside !== null,
        bytes: statSync(path, { throwIfNoEntry: false })?.size ?? 0,
        generation: seal.current?.generation ?? 0,
        records: seal.current?.counts ?? {},
      })) ?? 'locked',
    log,
  };
}
