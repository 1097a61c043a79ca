import { lstatSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { namesIn } from '../platform/files.ts';
import { studiesFolder } from './database.ts';
import { isKeyFile } from './keys/key-file.ts';

/*
 * What is Carrel's in a folder, for a wipe. Names such as `keys.json`, `log` and `window` are common: alone they show nothing.
 */

const vaultFile = /^vault-[0-9a-f]{16}\.(db|seal)$/;
const studyFile = /^[0-9a-f]{24}\.db/;
const setAside = /^set-aside-(unfinished|\d{4}-\d\d-\d\dT.*)$/;
const logFile = /^carrel(\.\d+)?\.log$/;
/** What Chromium writes into the folder of its own state as soon as a window starts. */
const windowState = ['Local State', 'Preferences', 'SingletonLock', 'lockfile', 'Network', 'Session Storage', 'Code Cache', 'GPUCache'];

/** Whether a folder contains a vault or what an interrupted wipe left of one. */
export function holdsRemains(dir: string): boolean {
  const names = namesIn(dir);
  return (
    names.some((name) => vaultFile.test(name) || setAside.test(name)) ||
    namesIn(studiesFolder(dir)).some((name) => studyFile.test(name)) ||
    isKeyFile(dir)
  );
}

/** Whether a folder called `set-aside-…` was made by Carrel. A link to one is deleted as such. */
export function isSetAside(dir: string, name: string): boolean {
  return setAside.test(name) || !isFolder(join(dir, name)) || holdsRemains(join(dir, name));
}

/** Deletes the log files in a folder, then the folder if nothing else is in it. A link is deleted, not followed. */
export function removeLog(folder: string): void {
  if (!isFolder(folder)) {
    rmSync(folder, { force: true });
    return;
  }
  for (const name of namesIn(folder)) if (logFile.test(name)) rmSync(join(folder, name), { force: true });
  if (namesIn(folder).length === 0) rmdirSync(folder);
}

/** Deletes the folder of the window's own state; one without any of it belongs to somebody else. A link is deleted, not followed. */
export function removeWindowState(folder: string): void {
  const names = isFolder(folder) ? namesIn(folder) : [];
  if (names.length > 0 && !windowState.some((name) => names.includes(name))) return;
  rmSync(folder, { recursive: true, force: true });
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
