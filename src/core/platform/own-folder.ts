import { chmodSync, lstatSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import { isReadOnlyFolder } from './read-only-folder.ts';

/** Folders that Carrel makes in a data folder, and in which it deletes and renames by name. */
const inside = ['studies', 'set-aside-unfinished', 'log', 'window'] as const;

const writtenByGroupOrOthers = 0o022;
const writtenByOthers = 0o002;
const sticky = 0o1000;

/**
 * Makes sure that a data folder is this account's own, before anything in it is opened, moved or deleted: whoever could name files there
 * could have Carrel delete what is not its own. One that the group or others may write into is mended. Errors: SECURITY, see
 * `assertNoLinks` and `assertOwn`; nothing was changed then.
 */
export function assertOwnFolder(dir: string): 'own' | 'mended' {
  assertNoLinks(dir);
  const status = statusOf(dir);
  if (status === null || !hasOwners(dir) || (status.mode & writtenByGroupOrOthers) === 0) return 'own';
  chmodSync(dir, status.mode & 0o7777 & ~writtenByGroupOrOthers);
  return 'mended';
}

/** As `assertOwn`, and none of the folders in it may be a link: SECURITY. Nothing is changed. */
export function assertNoLinks(dir: string): void {
  assertOwn(dir);
  for (const name of inside)
    if (statusOf(join(dir, name))?.isSymbolicLink() === true) throw strange(dir, `holds a link in the place of its folder "${name}"`);
}

/**
 * SECURITY where a folder is a link, another account's, or one that everybody writes into. One that may only be read may be another's,
 * since nothing is written there. What is in it is not looked at.
 */
export function assertOwn(dir: string): void {
  const status = statusOf(dir);
  if (status === null) return;
  if (status.isSymbolicLink()) throw strange(dir, 'is a link to another place');
  if (!hasOwners(dir)) return;
  if (status.uid !== process.getuid?.()) throw strange(dir, 'belongs to another account');
  if ((status.mode & writtenByOthers) !== 0 && (status.mode & sticky) !== 0) throw strange(dir, 'is one that every account writes into');
}

function hasOwners(dir: string): boolean {
  return process.platform !== 'win32' && !isReadOnlyFolder(dir);
}

function statusOf(path: string): Stats | null {
  return lstatSync(path, { throwIfNoEntry: false }) ?? null;
}

function strange(dir: string, what: string): AppError {
  return new AppError(
    'SECURITY',
    `The data folder ${dir} ${what}. Nothing was opened, changed or deleted. Name a folder of your own with --data-dir or CARREL_DATA_DIR, or put this one right.`,
  );
}
