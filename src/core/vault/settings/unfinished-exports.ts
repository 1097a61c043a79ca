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

/** Call inside a `writeVault` change, with a folder that `sweepFolder` found clean. */
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
 * Deletes leftovers of killed exports in a folder. `before` inspects it first; if that fails, nothing is deleted. `onClean` is called if
 * there are no leftovers, but not if an export is still writing there or the folder is unavailable. Never rejects, but a lost network share
 * answers late or never.
 */
export async function sweepFolder(folder: string, before: (folder: string) => Promise<void>, onClean: () => void): Promise<void> {
  try {
    await before(folder);
    if ((await sweepParts(folder)) === 0) onClean();
  } catch {
    // It is repeated at the next opening.
    return;
  }
}

function store(db: VaultDatabase, folders: readonly string[]): void {
  storeSetting(db, SETTING, JSON.stringify(folders));
}
