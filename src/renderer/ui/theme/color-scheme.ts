import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';
import type { Preferences } from '../../../shared/contract.ts';
import type { Store } from '../../data/model/store.ts';

/** Mantine takes the scheme from the preferences; nothing is written to browser storage. */
export function followScheme(preferences: Store<Preferences>): MantineColorSchemeManager {
  let stop = (): void => undefined;
  return {
    get: () => preferences.get().scheme,
    set: () => undefined,
    subscribe: (onUpdate: (scheme: MantineColorScheme) => void) => {
      stop = preferences.subscribe(() => {
        onUpdate(preferences.get().scheme);
      });
    },
    unsubscribe: () => {
      stop();
    },
    clear: () => undefined,
  };
}
