import type { Preferences } from '../shared/contract.ts';
import type { Emit, Handlers } from '../shared/rpc.ts';
import type { PreferenceStore } from './preferences.ts';

type PreferenceCalls = Pick<Handlers<'main'>, 'preferences.get' | 'preferences.set'>;

interface Followers {
  readonly applied: (preferences: Preferences) => void;
  /** One choice that decides how fresh the data is; how the window looks is nobody else's business. */
  readonly chosen: (name: string, to: boolean | number | null) => void;
}

/** How the window looks and when it syncs; a change is told to the window, then to those who follow it. */
export function preferenceCalls(store: PreferenceStore, emit: Emit, { applied, chosen }: Followers): PreferenceCalls {
  return {
    'preferences.get': () => store.get(),
    'preferences.set': (changes) => {
      const before = new Map(Object.entries(store.get().sync));
      const preferences = store.set(changes);
      for (const [name, to] of Object.entries(preferences.sync)) if (before.get(name) !== to) chosen(`sync.${name}`, to);
      applied(preferences);
      emit('preferences.changed', preferences);
      return preferences;
    },
  };
}
