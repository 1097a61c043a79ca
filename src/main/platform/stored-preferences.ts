import { preferencesSchema, type Preferences } from '../../shared/contract.ts';

/** What lies about in clear: how columns are arranged names studies, and is kept in the vault (kept-layouts.ts). */
export type StoredPreferences = Omit<Preferences, 'layouts'>;

const defaults: StoredPreferences = {
  scheme: 'auto',
  density: 'compact',
  vocabulary: 'plain',
  sync: { onStart: false, everyMinutes: null, staleAfterHours: 168 },
};

/** What is kept, part by part: a part that another version or a person left in an unknown shape falls back to its default. */
export function readPreferences(kept: Readonly<Record<string, unknown>>): StoredPreferences {
  const { scheme, density, vocabulary, sync } = preferencesSchema.shape;
  return {
    scheme: scheme.catch(defaults.scheme).parse(kept['scheme']),
    density: density.catch(defaults.density).parse(kept['density']),
    vocabulary: vocabulary.catch(defaults.vocabulary).parse(kept['vocabulary']),
    sync: sync.catch(defaults.sync).parse(kept['sync']),
  };
}
