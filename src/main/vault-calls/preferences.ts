import { statSync } from 'node:fs';
import { join } from 'node:path';
import Store from 'electron-store';
import { isReadOnlyFolder } from '../../core/platform/read-only-folder.ts';
import type { Input } from '../../shared/contract.ts';
import { AppError } from '../../shared/errors.ts';
import { readPreferences, type StoredPreferences } from '../platform/stored-preferences.ts';

export interface PreferenceStore {
  get(): StoredPreferences;
  /** Throws STORE where they cannot be written. */
  set(changes: Omit<Input<'preferences.set'>, 'layouts'>): StoredPreferences;
}

/**
 * How the window looks and when it syncs: never a secret, never a value of a record, never a study. What cannot be read is as if nothing had
 * been chosen: it keeps nobody from what is mirrored.
 */
export function openPreferences(dataDir: string): PreferenceStore {
  const isReadOnly = isReadOnlyFolder(dataDir);
  const store = openStore(dataDir, isReadOnly);
  /** Where nothing can be kept they last as long as the window is open. */
  let held: Record<string, unknown> | null = null;
  const get = (): StoredPreferences => readPreferences(held ?? store?.store ?? {});
  return {
    get,
    set: (changes) => {
      const given = Object.entries(changes).filter(([, value]) => value !== undefined);
      try {
        if (isReadOnly || store === null) held = { ...get(), ...Object.fromEntries(given) };
        else store.set({ ...get(), ...Object.fromEntries(given) });
      } catch (error: unknown) {
        throw new AppError(
          'STORE',
          'This preference could not be saved and will be lost when Carrel closes. Everything else works. Free up disk space or grant access, then change it again.',
          error,
        );
      }
      return get();
    },
  };
}

/** Null where it cannot be read, as in a folder of somebody else, is no file, or is damaged where it cannot be made anew. */
function openStore(dataDir: string, isReadOnly: boolean): Store | null {
  try {
    // A start would wait without end for a pipe.
    if (statSync(join(dataDir, 'preferences.json'), { throwIfNoEntry: false })?.isFile() === false) return null;
    const store = new Store({ cwd: dataDir, name: 'preferences', clearInvalidConfig: true });
    if (!isReadOnly) removeLayouts(store);
    return store;
  } catch {
    return null;
  }
}

/** Earlier builds kept the columns' arrangement here, by the numbers of the studies. A start writes nothing else: there may be no room for it. */
function removeLayouts(store: Store): void {
  try {
    if (store.has('layouts')) store.delete('layouts');
  } catch {
    // The next start tries again.
  }
}
