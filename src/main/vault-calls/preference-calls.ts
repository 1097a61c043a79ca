import type { Preferences } from '../../shared/contract.ts';
import type { Emit, Handlers } from '../../shared/rpc.ts';
import type { LayoutStore } from './stored-layouts.ts';
import type { PreferenceStore } from './preferences.ts';

type PreferenceCalls = Pick<Handlers<'main'>, 'preferences.get' | 'preferences.set'>;

interface Followers {
  readonly applied: (preferences: Preferences) => void;
  /** Called with each changed sync setting, since these determine how fresh the data is. Appearance is not reported. */
  readonly chosen: (name: string, to: boolean | number | null) => void;
}

interface Preferring {
  readonly calls: PreferenceCalls;
  /** Call after an unlock, which makes the column layouts available. */
  readonly tell: () => void;
}

/** Calls on appearance, sync settings and column layouts. A change is reported to the followers, then to the window. */
export function createPreferring(store: PreferenceStore, layouts: LayoutStore, emit: Emit, { applied, chosen }: Followers): Preferring {
  const get = (): Preferences => ({ ...store.get(), layouts: layouts.get() });
  const tell = (): void => {
    emit('preferences.changed', get());
  };
  return {
    calls: {
      'preferences.get': get,
      'preferences.set': ({ layouts: arranged, ...changes }) => {
        const before = new Map(Object.entries(store.get().sync));
        if (arranged !== undefined) layouts.set(arranged);
        try {
          store.set(changes);
        } finally {
          // What could not be stored is still in force until Carrel closes.
          for (const [name, to] of Object.entries(store.get().sync)) if (before.get(name) !== to) chosen(`sync.${name}`, to);
          applied(get());
          tell();
        }
        return get();
      },
    },
    tell,
  };
}
