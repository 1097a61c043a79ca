import { chmodSync, lstatSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import { isReadOnlyFolder } from './read-only-folder.ts';

/** Folders that Carrel creates in a data folder, and in which it deletes and renames by name. */
const inside = ['studies', 'set-aside-unfinished', 'log', 'window'] as const;

const writtenByGroupOrOthers = 0o022;
const writtenByOthers = 0o002;
const sticky = 0o1000;

type Rights = 'own' | 'mended' | 'shared';

/**
 * Ensures that a data folder belongs to this account before anything in it is opened, moved or deleted: anyone who could create files there
 * could make Carrel delete files that are not its own. If the group or others can write to it, or to a folder of Carrel's in it, their
 * access is removed. `shared`: the group still can, because the disk does not support permissions of single folders. Throws SECURITY (see
 * `assertNoLinks` and `assertOwn`), also if everybody can write to it and this cannot be changed.
 */
export function assertOwnFolder(dir: string): Rights {
  assertNoLinks(dir);
  const folders = hasOwners(dir) ? [dir, ...inside.map((name) => join(dir, name))] : [];
  const found = folders.map((folder) => mendRights(dir, folder));
  return (['shared', 'mended'] as const).find((rights) => found.includes(rights)) ?? 'own';
}

/** Removes the access of others to the data folder `dir`, or to a folder in it. */
function mendRights(dir: string, folder: string): Rights {
  const before = rightsOf(folder);
  if ((before & writtenByGroupOrOthers) === 0) return 'own';
  try {
    chmodSync(folder, before & ~writtenByGroupOrOthers);
  } catch {
    // vfat and some network mounts refuse this, others accept it without effect, so the folder's mode is checked afterwards.
  }
  const after = rightsOf(folder);
  if ((after & writtenByOthers) !== 0) throw strange(dir, 'is writable by every account, and its disk does not allow this to be changed');
  return (after & writtenByGroupOrOthers) === 0 ? 'mended' : 'shared';
}

const remarkedOn = new Set<string>();

/** Returns a remark on a `shared` folder the first time it is asked for in this process; otherwise null. */
export function remarkOnShared(dir: string): string | null {
  if ((rightsOf(dir) & writtenByGroupOrOthers) === 0 || remarkedOn.has(dir)) return null;
  remarkedOn.add(dir);
  return `The data folder ${dir} is writable by other accounts of its group, and its disk does not allow this to be changed. A folder on a local disk is safer.`;
}

/** Like `assertOwn`; also throws SECURITY if a folder in it is a link or belongs to another account. Nothing is changed. */
export function assertNoLinks(dir: string): void {
  assertOwn(dir);
  const isOwned = hasOwners(dir);
  for (const name of inside) {
    const status = statusOf(join(dir, name));
    if (status?.isSymbolicLink() === true) throw strange(dir, `has a link in place of its folder "${name}"`);
    if (isOwned && status !== null && isForeign(status)) throw strange(dir, `has a folder "${name}" that belongs to another account`);
  }
}

/**
 * Throws SECURITY if a folder is a link, belongs to another account, or is meant for everybody (writable with the sticky bit, like /tmp). A
 * read-only folder may belong to another account, because nothing is written there. Its content is not checked.
 */
export function assertOwn(dir: string): void {
  const status = statusOf(dir);
  if (status === null) return;
  if (status.isSymbolicLink()) throw strange(dir, 'is a link to another place');
  if (!hasOwners(dir)) return;
  if (isForeign(status)) throw strange(dir, 'belongs to another account');
  if ((status.mode & writtenByOthers) !== 0 && (status.mode & sticky) !== 0) throw strange(dir, 'is shared by every account');
}

/** What distinguishes a folder from another one at the same path; null if there is none. Not that of a link's target. */
export function identityOf(dir: string): string | null {
  const status = lstatSync(dir, { bigint: true, throwIfNoEntry: false });
  return status === undefined ? null : `${status.dev} ${status.ino}`;
}

/** Throws SECURITY if a folder is no longer the one that was checked: whatever is at its path now would be written to, or deleted. */
export function assertSame(dir: string, identity: string | null): void {
  if (identityOf(dir) !== identity) throw strange(dir, 'was replaced by another one while Carrel waited for it');
}

function hasOwners(dir: string): boolean {
  return process.platform !== 'win32' && !isReadOnlyFolder(dir);
}

function isForeign({ uid }: Stats): boolean {
  return uid !== process.getuid?.();
}

/** The mode of a folder, as for chmod; 0 if there is no folder or ownership does not apply. */
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
