import type { Preferences } from '../shared/contract.ts';
import type { Emit, Handlers } from '../shared/rpc.ts';
import type { PreferenceStore } from './preferences.ts';

type PreferenceCalls = Pick<Handlers<'main'>, 'preferences.get' | 'preferences.set'>;

/** How the window looks; a change is told to the window, and `applied` follows it. */
export function preferenceCalls(store: PreferenceStore, emit: Emit, applied: (preferences: Preferences) => void): PreferenceCalls {
  return {
    'preferences.get': () => store.get(),
    'preferences.set': (changes) => {
      const preferences = store.set(changes);
      applied(preferences);
      emit('preferences.changed', preferences);
      return preferences;
    },
  };
}
