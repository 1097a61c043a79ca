import { readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';

/** Files that only a vault leaves in a data folder: its keys, its file and seal, and copies set aside. */
const ofVault = /^(keys\.json|vault-[0-9a-f]{16}\.(db|seal)|set-aside-.*)$/;

/**
 * Carrel's other files there: studies, journals, leftovers of killed writers, tries, locks, reserved space, preferences, log, and the
 * window's own state.
 */
const others: readonly RegExp[] = [
  /^vault-[0-9a-f]{16}\.(db-wal|db-shm|db-journal)$/,
  /^(tries|preferences)\.json$/,
  /^(keys\.json|tries\.json|write-test|vault-[0-9a-f]{16}\.seal)\.\d+-[0-9a-f]{8}\.new$/,
  /^(reserve|write-test|tries\.lock|writer\.lock)$/,
  /^(studies|log|window)$/,
];

export function isOfVault(name: string): boolean {
  return ofVault.test(name);
}

/** Whether Carrel uses a name in a data folder. */
export function isOwnName(name: string): boolean {
  return isOfVault(name) || others.some((pattern) => pattern.test(name));
}

/** Whether a folder is a data folder of Carrel, or the remains of one after an interrupted wipe. */
export function isDataFolder(dir: string): boolean {
  try {
    return readdirSync(dir).some(isOfVault);
  } catch {
    return false;
  }
}

/**
 * Whether a path is a file that Carrel keeps in a data folder, or is inside one of its folders there. Links are followed, and case is
 * ignored, as on many disks.
 */
export function isOwnFile(path: string): boolean {
  const target = resolve(path);
  let [folder, name] = [realFolder(dirname(target)), basename(target)];
  for (;;) {
    if (isOwnName(name.toLowerCase()) && isDataFolder(folder)) return true;
    if (folder === dirname(folder)) return false;
    [folder, name] = [dirname(folder), basename(folder)];
  }
}

function realFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}
