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
 * could have Carrel delete what is not its own. One that the group or others may write into is mended. `shared`: its group still may,
 * since its disk keeps no rights of single folders. Errors: SECURITY, see `assertNoLinks` and `assertOwn`, and where everybody may write
 * and that cannot be mended.
 */
export function assertOwnFolder(dir: string): 'own' | 'mended' | 'shared' {
  assertNoLinks(dir);
  const before = rightsOf(dir);
  if ((before & writtenByGroupOrOthers) === 0) return 'own';
  try {
    chmodSync(dir, before & ~writtenByGroupOrOthers);
  } catch {
    // vfat and some network mounts refuse it, others take it and change nothing: what the folder says afterwards counts.
  }
  const after = rightsOf(dir);
  if ((after & writtenByOthers) !== 0) throw strange(dir, 'is writable by every account, and its disk does not allow this to be changed');
  return (after & writtenByGroupOrOthers) === 0 ? 'mended' : 'shared';
}

const remarkedOn = new Set<string>();

/** Said of a folder that is `shared`, the first time in this process that it is asked; else null. */
export function remarkOnShared(dir: string): string | null {
  if ((rightsOf(dir) & writtenByGroupOrOthers) === 0 || remarkedOn.has(dir)) return null;
  remarkedOn.add(dir);
  return `The data folder ${dir} is writable by other accounts of its group, and its disk does not allow this to be changed. A folder on a local disk is safer.`;
}

/** As `assertOwn`, and none of the folders in it may be a link: SECURITY. Nothing is changed. */
export function assertNoLinks(dir: string): void {
  assertOwn(dir);
  for (const name of inside)
    if (statusOf(join(dir, name))?.isSymbolicLink() === true) throw strange(dir, `has a link in place of its folder "${name}"`);
}

/**
 * SECURITY where a folder is a link, another account's, or one that is meant for everybody (writable with the sticky bit, like /tmp). One that may only be read may be another's,
 * since nothing is written there. What is in it is not looked at.
 */
export function assertOwn(dir: string): void {
  const status = statusOf(dir);
  if (status === null) return;
  if (status.isSymbolicLink()) throw strange(dir, 'is a link to another place');
  if (!hasOwners(dir)) return;
  if (status.uid !== process.getuid?.()) throw strange(dir, 'belongs to another account');
  if ((status.mode & writtenByOthers) !== 0 && (status.mode & sticky) !== 0) throw strange(dir, 'is shared by every account');
}

function hasOwners(dir: string): boolean {
  return process.platform !== 'win32' && !isReadOnlyFolder(dir);
}

/** The rights of a folder, as of chmod; none where there is no folder, or nobody owns it. */
function rightsOf(dir: string): number {
  return hasOwners(dir) ? (statusOf(dir)?.mode ?? 0) & 0o7777 : 0;
}

function statusOf(path: string): Stats | null {
  return lstatSync(path, { throwIfNoEntry: false }) ?? null;
}

function strange(dir: string, what: string): AppError {
  return new AppError(
    'SECURITY',
    `The data folder ${dir} ${what}. Nothing was opened, changed or deleted. Name a folder of your own with --data-dir or CARREL_DATA_DIR, or correct this one.`,
  );
}
