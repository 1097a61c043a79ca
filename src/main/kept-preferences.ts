import { preferencesSchema, type Preferences } from '../shared/contract.ts';

const defaults: Preferences = {
  scheme: 'auto',
  density: 'compact',
  vocabulary: 'plain',
  layouts: {},
  sync: { onStart: false, everyMinutes: null, staleAfterHours: 168 },
};

/** What is kept, part by part: a part that another version or a person left in an unknown shape falls back to its default. */
export function readPreferences(kept: Readonly<Record<string, unknown>>): Preferences {
  const { scheme, density, vocabulary, layouts, sync } = preferencesSchema.shape;
  return {
    scheme: scheme.catch(defaults.scheme).parse(kept['scheme']),
    density: density.catch(defaults.density).parse(kept['density']),
    vocabulary: vocabulary.catch(defaults.vocabulary).parse(kept['vocabulary']),
    layouts: layouts.catch(defaults.layouts).parse(kept['layouts']),
    sync: sync.catch(defaults.sync).parse(kept['sync']),
  };
}
