import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import { sweepParts } from '../platform/atomic-file.ts';
import type { VaultDatabase } from './database.ts';
import { readSetting, storeSetting } from './settings.ts';

const SETTING = 'exports.unfinished';
/** Folders: of those that are gone for good (a stick that never comes back) the oldest are forgotten. */
const MOST = 20;

const foldersSchema = z.array(z.string());

/** The folders in which an export began whose end was not noted. */
export function unfinishedFolders(db: VaultDatabase): readonly string[] {
  const stored = readSetting(db, SETTING);
  return stored === null ? [] : foldersSchema.parse(JSON.parse(stored));
}

/** To be called inside a `writeVault` change, before the file is begun. */
export function noteUnfinished(db: VaultDatabase, path: string): void {
  const folder = folderOf(path);
  const others = unfinishedFolders(db).filter((known) => known !== folder);
  store(db, [...others, folder].slice(-MOST));
}

/** To be called inside a `writeVault` change, with a folder that `sweepFolders` found clean. */
export function forgetUnfinished(db: VaultDatabase, folder: string): void {
  store(
    db,
    unfinishedFolders(db).filter((known) => known !== folder),
  );
}

export function folderOf(path: string): string {
  return dirname(resolve(path));
}

/**
 * Removes what killed exports left, in all folders at once: one on a lost network share answers late or never. `before` looks at what
 * is there first, and where it fails nothing is removed; `onClean` is called for each in which nothing is left, not where an export
 * still writes, nor where the folder is away.
 */
export async function sweepFolders(
  folders: readonly string[],
  before: (folder: string) => Promise<void>,
  onClean: (folder: string) => void,
): Promise<void> {
  await Promise.allSettled(
    folders.map(async (folder) => {
      await before(folder);
      if ((await sweepParts(folder)) === 0) onClean(folder);
    }),
  );
}

function store(db: VaultDatabase, folders: readonly string[]): void {
  storeSetting(db, SETTING, JSON.stringify(folders));
}
