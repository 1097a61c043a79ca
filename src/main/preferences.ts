import Store from 'electron-store';
import type { Input, Preferences } from '../shared/contract.ts';

const defaults: Preferences = { scheme: 'auto', density: 'compact', vocabulary: 'plain', layouts: {} };

export interface PreferenceStore {
  get(): Preferences;
  set(changes: Input<'preferences.set'>): Preferences;
}

/** How the window looks and how columns are laid out: never a secret, never a value of a record. */
export function openPreferences(dataDir: string): PreferenceStore {
  const store = new Store<Preferences>({ cwd: dataDir, name: 'preferences', defaults, clearInvalidConfig: true });
  const get = (): Preferences => ({ ...defaults, ...store.store });
  return {
    get,
    set: (changes) => {
      for (const [name, value] of Object.entries(changes)) {
        if (value !== undefined) store.set(name, value);
      }
      return get();
    },
  };
}
