import Store from 'electron-store';
import type { Input, Preferences } from '../shared/contract.ts';
import { AppError } from '../shared/errors.ts';
import { readPreferences } from './kept-preferences.ts';

export interface PreferenceStore {
  get(): Preferences;
  /** Throws STORE where they cannot be written. */
  set(changes: Input<'preferences.set'>): Preferences;
}

/** How the window looks and how columns are laid out: never a secret, never a value of a record. */
export function openPreferences(dataDir: string): PreferenceStore {
  const store = new Store<Record<string, unknown>>({ cwd: dataDir, name: 'preferences', clearInvalidConfig: true });
  const get = (): Preferences => readPreferences(store.store);
  return {
    get,
    set: (changes) => {
      const given = Object.entries(changes).filter(([, value]) => value !== undefined);
      try {
        store.set({ ...get(), ...Object.fromEntries(given) });
      } catch (error: unknown) {
        throw new AppError(
          'STORE',
          'This preference could not be written, so it is forgotten when Carrel closes. Everything else works. Make room or give access, then change it again.',
          error,
        );
      }
      return get();
    },
  };
}
