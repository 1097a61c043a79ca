import { preferencesSchema, type Preferences } from '../../shared/contract.ts';

/** Preferences stored unencrypted. Column layouts name studies and are therefore kept in the vault (stored-layouts.ts). */
export type StoredPreferences = Omit<Preferences, 'layouts'>;

const defaults: StoredPreferences = {
  scheme: 'auto',
  density: 'compact',
  vocabulary: 'plain',
  sync: { onStart: false, everyMinutes: null, staleAfterHours: 168 },
};

/** Parses stored preferences part by part. A part in an unknown shape, from another version or edited by hand, gets its default. */
export function readPreferences(kept: Readonly<Record<string, unknown>>): StoredPreferences {
  const { scheme, density, vocabulary, sync } = preferencesSchema.shape;
  return {
    scheme: scheme.catch(defaults.scheme).parse(kept['scheme']),
    density: density.catch(defaults.density).parse(kept['density']),
    vocabulary: vocabulary.catch(defaults.vocabulary).parse(kept['vocabulary']),
    sync: sync.catch(defaults.sync).parse(kept['sync']),
  };
}
