import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import { sweepParts } from '../../platform/atomic-file.ts';
import type { VaultDatabase } from '../database.ts';
import { readSetting, storeSetting } from './settings.ts';

const SETTING = 'exports.unfinished';
/** Most folders stored; the oldest are forgotten, in case they are gone for good, such as on a removed drive. */
const MOST = 20;

const foldersSchema = z.array(z.string());

/** Folders in which an export began whose end was not recorded. */
export function unfinishedFolders(db: VaultDatabase): readonly string[] {
  const stored = readSetting(db, SETTING);
  return stored === null ? [] : foldersSchema.parse(JSON.parse(stored));
}

/** Call inside a `writeVault` change, before the file is started. */
export function noteUnfinished(db: VaultDatabase, path: string): void {
  const folder = folderOf(path);
  const others = unfinishedFolders(db).filter((known) => known !== folder);
  store(db, [...others, folder].slice(-MOST));
}

/** Call inside a `writeVault` change, with a folder that `sweepFolders` found clean. */
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
 * Deletes leftovers of killed exports in all folders in parallel, because a lost network share answers late or never. `before` inspects a
 * folder first; if it fails, nothing is deleted there. `onClean` is called for each folder without leftovers, but not if an export is still
 * writing there or the folder is unavailable.
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
