import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type Store from 'electron-store';
import { isReadOnlyFolder } from '../../core/platform/read-only-folder.ts';
import { homeFolder } from '../../core/vault/data-folder.ts';
import type { Input } from '../../shared/contract.ts';
import { AppError } from '../../shared/errors.ts';
import { windowPlaceSchema, type WindowPlace } from '../window/window-size.ts';
import { readPreferences, type StoredPreferences } from '../platform/stored-preferences.ts';

export interface PreferenceStore {
  get(): StoredPreferences;
  /** Throws STORE if they cannot be written; they then last until Carrel closes, or are written with the next change. */
  set(changes: Omit<Input<'preferences.set'>, 'layouts'>): StoredPreferences;
  /** Where the window was; null if that is not known. */
  readonly windowPlace: () => WindowPlace | null;
  /** Never fails: a place that cannot be stored is not worth a message while Carrel closes. */
  readonly keepWindowPlace: (place: WindowPlace) => void;
}

/**
 * Appearance and sync settings: no secret, no value of a record, no study. Unreadable preferences get their defaults, so that they never
 * block access to mirrored data.
 */
export async function openPreferences(dataDir: string): Promise<PreferenceStore> {
  const isReadOnly = isReadOnlyFolder(dataDir);
  const store = await openStore(dataDir, isReadOnly);
  /** Null if there is something else in place of the file now: the store follows a link, and clears what it cannot read. */
  const present = (): Store | null => (isOrdinaryOrMissing(dataDir) ? store : null);
  const writable = (): Store | null => (isReadOnly ? null : present());
  /** Preferences that cannot be stored; they last until Carrel closes. */
  let held: Record<string, unknown> | null = null;
  const get = (): StoredPreferences => readPreferences(held ?? present()?.store ?? {});
  return {
    get,
    set: (changes) => {
      const given = Object.entries(changes).filter(([, value]) => value !== undefined);
      held = { ...get(), ...Object.fromEntries(given) };
      try {
        const written = writable();
        if (written !== null) {
          written.set(held);
          held = null;
        }
      } catch (error: unknown) {
        throw new AppError(
          'STORE',
          'This preference could not be saved and will be lost when Carrel closes. Everything else works. Free up disk space or grant access, then change it again.',
          error,
        );
      }
      return get();
    },
    windowPlace: () =>
      windowPlaceSchema
        .nullable()
        .catch(null)
        .parse(present()?.store['window'] ?? null),
    keepWindowPlace: (place) => {
      try {
        writable()?.set('window', place);
      } catch {
        // The next close tries again.
      }
    },
  };
}

/** Whether the file is a regular one or missing. Reading a pipe would block forever. */
function isOrdinaryOrMissing(dataDir: string): boolean {
  return lstatSync(join(dataDir, 'preferences.json'), { throwIfNoEntry: false })?.isFile() !== false;
}

/** Null if the file cannot be read (in another account's folder), is not a regular file, or is damaged and cannot be replaced. */
async function openStore(dataDir: string, isReadOnly: boolean): Promise<Store | null> {
  try {
    if (!isOrdinaryOrMissing(dataDir)) return null;
    const LoadedStore = await loadStore(dataDir);
    const store = new LoadedStore({ cwd: dataDir, name: 'preferences', clearInvalidConfig: true });
    if (!isReadOnly) removeLayouts(store);
    return store;
  } catch {
    return null;
  }
}

/**
 * Loads electron-store, which looks up the home folder when it is loaded. For an account without one, that would fail and keep Carrel from
 * starting; so it then finds the data folder, where it stores the file in any case.
 */
async function loadStore(dataDir: string): Promise<typeof Store> {
  const isHomeless = homeFolder() === null;
  if (isHomeless) process.env['HOME'] = dataDir;
  try {
    return (await import('electron-store')).default;
  } finally {
    if (isHomeless) Reflect.deleteProperty(process.env, 'HOME');
  }
}

/** Earlier builds stored column layouts here, by study number. A start writes nothing else, because the disk may be full. */
function removeLayouts(store: Store): void {
  try {
    if (store.has('layouts')) store.delete('layouts');
  } catch {
    // The next start tries again.
  }
}
