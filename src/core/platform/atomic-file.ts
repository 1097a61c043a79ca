import { createHash, randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import { millisecondsOfDay } from '../../shared/day.ts';
import { lakePartitionForm } from '../../shared/export-names.ts';
import { errnoOf } from './errno.ts';
import { isOwnFile } from './own-files.ts';

/** A file written completely or not at all: it is written next to its target under a temporary name, and renamed at the end. */
export interface AtomicFile {
  /** Its temporary name, without a folder. */
  readonly part: string;
  write(bytes: Uint8Array): void;
  /**
   * Makes the content durable, still under the temporary name. Returns the size in bytes and the SHA-256 in hex. No writes are possible
   * afterwards.
   */
  finish(): Written;
  /** Gives the file its name, after `finish` if that was not called. */
  commit(): Written;
  /** Like `commit`, for files that belong together. */
  commitUndoably(): Naming;
  /** Deletes what was written; harmless after `commit`. */
  discard(): void;
}

export interface Written {
  readonly bytes: number;
  readonly sha256: string;
}

/** A name that a file was just given. Call one of the two functions; neither throws. */
interface Naming {
  /** Restores the earlier file, or deletes the new one if there was none. */
  readonly undo: () => void;
  /** Deletes the earlier file. */
  readonly keep: () => void;
}

/** Gives all of these files their names or, if that fails for one, none. */
export function commitTogether(files: readonly AtomicFile[]): void {
  const named: Naming[] = [];
  try {
    for (const file of files) named.push(file.commitUndoably());
  } catch (error: unknown) {
    for (const { undo } of named.reverse()) undo();
    throw error;
  }
  for (const { keep } of named) keep();
}

/**
 * Starts a file that only its owner can read. Throws EXPORT if something exists at the path and may not be replaced (`replace`), is not an
 * ordinary file or is read-only, if the path is among Carrel's own files (`isOwnFile`), and for every write failure; an earlier file is
 * then unchanged.
 */
export function createAtomicFile(path: string, replace: boolean): AtomicFile {
  const target = resolve(path);
  const folder = dirname(target);
  return sayingExport(target, () => {
    checkTarget(target, replace);
    const part = join(folder, partName());
    const descriptor = fs.openSync(part, 'wx', 0o600);
    return openedFile(target, part, descriptor, replace);
  });
}

function openedFile(target: string, part: string, descriptor: number, replace: boolean): AtomicFile {
  const hash = createHash('sha256');
  let bytes = 0;
  let state: 'open' | 'closed' | 'done' = 'open';
  let written: Written | null = null;
  const finish = (): Written =>
    sayingExport(target, () => {
      if (written !== null) return written;
      fs.fsyncSync(descriptor);
      state = 'closed';
      fs.closeSync(descriptor);
      written = { bytes, sha256: hash.digest('hex') };
      return written;
    });
  const commitWith = (earlier: string | null): Naming =>
    sayingExport(target, () => {
      finish();
      takeName(part, target, replace);
      state = 'done';
      quietly(() => syncFolder(dirname(target)));
      return {
        undo: () => {
          quietly(() => {
            if (earlier === null) fs.rmSync(target);
            else fs.renameSync(earlier, target);
          });
        },
        keep: () => {
          if (earlier !== null) quietly(() => fs.rmSync(earlier));
        },
      };
    });
  return {
    part: basename(part),
    write: (chunk) =>
      sayingExport(target, () => {
        for (let at = 0; at < chunk.length;) at += fs.writeSync(descriptor, chunk, at);
        hash.update(chunk);
        bytes += chunk.length;
      }),
    finish,
    commit: () => {
      commitWith(null).keep();
      return finish();
    },
    commitUndoably: () => {
      const earlier = sayingExport(target, () => secondName(target));
      try {
        return commitWith(earlier);
      } catch (error: unknown) {
        if (earlier !== null) quietly(() => fs.rmSync(earlier));
        throw error;
      }
    },
    discard: () => {
      if (state === 'done') return;
      const wasOpen = state === 'open';
      state = 'done';
      // Without the disk, neither is possible any more; this must not hide why the export failed.
      if (wasOpen) quietly(() => fs.closeSync(descriptor));
      quietly(() => fs.rmSync(part, { force: true }));
    },
  };
}

function checkTarget(target: string, replace: boolean): void {
  const name = basename(target);
  if (isOwnFile(target))
    throw refusal(`"${name}" is one of Carrel's own files or lies among them. Nothing was changed; choose another name.`);
  const found = fs.lstatSync(target, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (found.isDirectory()) throw refusal(`"${name}" is a folder. Give the name of a file in it.`);
  if (!found.isFile()) throw refusal(`"${name}" is a link or a device, but an export must be an ordinary file. Choose another name.`);
  if (!replace) throw refusal(`"${name}" already exists. Choose another name, or allow it to be replaced (--force on the command line).`);
  if ((found.mode & 0o200) === 0) throw refusal(`"${name}" is read-only. It is unchanged; choose another name.`);
}

/**
 * A hard link fails if the name was taken meanwhile, which a rename would silently replace. Without support for links, only the check
 * protects.
 */
function takeName(part: string, target: string, replace: boolean): void {
  checkTarget(target, replace);
  if (!replace && linked(part, target)) {
    fs.rmSync(part);
    return;
  }
  fs.renameSync(part, target);
}

/**
 * Creates another name for the file at the target, or a copy if the disk does not support links, from which it can be restored; null if
 * there is none.
 */
function secondName(target: string): string | null {
  if (fs.lstatSync(target, { throwIfNoEntry: false }) === undefined) return null;
  const name = join(dirname(target), partName());
  try {
    fs.linkSync(target, name);
  } catch {
    copyWhole(target, name);
  }
  return name;
}

function copyWhole(from: string, to: string): void {
  try {
    fs.copyFileSync(from, to, fs.constants.COPYFILE_EXCL);
  } catch (error: unknown) {
    quietly(() => fs.rmSync(to, { force: true }));
    throw error;
  }
}

function linked(part: string, target: string): boolean {
  try {
    fs.linkSync(part, target);
    return true;
  } catch (error: unknown) {
    if (errnoOf(error) === 'EEXIST') throw error;
    return false;
  }
}

/** Makes the new name durable. Some systems cannot open a folder; the file already has its name there. */
function syncFolder(folder: string): void {
  const descriptor = fs.openSync(folder, 'r');
  try {
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Runs a best-effort action whose failure does not affect the file. */
function quietly(act: () => void): void {
  try {
    act();
  } catch {
    return;
  }
}

const partPattern = /^\.carrel-([0-9a-f]{8})-(\d+)-[0-9a-f]{12}\.part$/;

function partName(): string {
  return `.carrel-${hostMark()}-${String(process.pid)}-${randomBytes(6).toString('hex')}.part`;
}

export function hostMark(): string {
  return createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
}

/**
 * Deletes leftovers of killed exports in a folder and, if it is a lake, in its partitions: parts of this machine's dead processes, and any
 * part older than a day. Returns the number of parts left: those of running exports and of other accounts. Throws if the folder cannot be
 * read.
 */
export async function sweepParts(folder: string): Promise<number> {
  let left = 0;
  for (const entry of await fs.promises.readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory() && lakePartitionForm.test(entry.name)) left += await sweepParts(join(folder, entry.name));
    else if (partPattern.test(entry.name) && !(await isSwept(folder, entry.name))) left++;
  }
  return left;
}

async function isSwept(folder: string, name: string): Promise<boolean> {
  const path = join(folder, name);
  try {
    const found = await fs.promises.lstat(path);
    if (!found.isFile()) return true;
    const orphaned = isOrphaned(name, found.mtimeMs);
    if (orphaned) await fs.promises.rm(path, { force: true });
    return orphaned;
  } catch (error: unknown) {
    return errnoOf(error) === 'ENOENT';
  }
}

/** Whether nobody will finish a part: its process on this machine has ended, or it is older than a day. */
function isOrphaned(part: string, mtimeMs: number): boolean {
  const [, host, pid] = partPattern.exec(part) ?? [];
  return (host === hostMark() && !isRunning(Number(pid))) || Date.now() - mtimeMs > millisecondsOfDay;
}

/**
 * Whether the process named in a temporary file name still runs on this machine and may give the file its name. `mtimeMs`: last
 * modification of the file; after a day, the process number is assumed to be reused, as in `sweepParts`.
 */
export function isWriting(part: string, mtimeMs: number): boolean {
  const [, host] = partPattern.exec(part) ?? [];
  return host === hostMark() && !isOrphaned(part, mtimeMs);
}

/**
 * Whether another process may be writing the file of this temporary name: one that runs on this machine, or one of another machine within
 * the last day. A part with the number of this process is left by an earlier one of that number.
 */
export function isWrittenElsewhere(part: string, mtimeMs: number): boolean {
  const [, host, pid] = partPattern.exec(part) ?? [];
  const isOwn = host === hostMark() && Number(pid) === process.pid;
  return host !== undefined && !isOwn && !isOrphaned(part, mtimeMs);
}

/** Whether a process of this machine is running, whoever owns it. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error: unknown) {
    return errnoOf(error) !== 'ESRCH';
  }
}

/** Reasons that a person can act on; anything else is named by its code. */
const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the disk does not support files of this size',
  EACCES: 'this account may not write to this folder',
  EPERM: 'this account may not write to this folder',
  EROFS: 'the disk is read-only',
  ENOENT: 'the folder does not exist',
  ENOTDIR: 'the folder does not exist',
  ENAMETOOLONG: 'the name is too long',
  EEXIST: 'a file of this name was created in the meantime',
  EBUSY: 'the file is open in another program',
};

function sayingExport<T>(target: string, act: () => T): T {
  try {
    return act();
  } catch (error: unknown) {
    if (error instanceof AppError) throw error;
    const code = errnoOf(error);
    throw refusal(
      `"${basename(target)}" could not be written: ${reasons[code] ?? `the system says ${code || 'no more'}`}. An earlier file of this name is unchanged. Free up space, or choose another location.`,
      error,
    );
  }
}

function refusal(message: string, cause?: unknown): AppError {
  return new AppError('EXPORT', message, cause);
}
