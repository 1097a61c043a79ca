import { createHash, randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { AppError } from '../../shared/errors.ts';

/** A file that exists wholly or not at all: it is written beside its target under another name and takes the name at the end. */
export interface AtomicFile {
  write(bytes: Uint8Array): void;
  /** Makes the file durable and gives it its name; size in bytes and SHA-256 in hex of what was written. */
  commit(): { readonly bytes: number; readonly sha256: string };
  /** Removes what was written; harmless after `commit`. */
  discard(): void;
}

/**
 * Starts a file, readable by its owner only. EXPORT where something stands at the path and may not be replaced (`replace`),
 * is no ordinary file or is read-only, and for every failure to write; an earlier file is then unchanged.
 */
export function createAtomicFile(path: string, replace: boolean): AtomicFile {
  const target = resolve(path);
  const folder = dirname(target);
  return sayingExport(target, () => {
    checkTarget(target, replace);
    sweepParts(folder);
    const part = join(folder, partName());
    const descriptor = fs.openSync(part, 'wx', 0o600);
    return openedFile(target, part, descriptor, replace);
  });
}

function openedFile(target: string, part: string, descriptor: number, replace: boolean): AtomicFile {
  const hash = createHash('sha256');
  let bytes = 0;
  let state: 'open' | 'closed' | 'done' = 'open';
  return {
    write: (chunk) =>
      sayingExport(target, () => {
        for (let at = 0; at < chunk.length;) at += fs.writeSync(descriptor, chunk, at);
        hash.update(chunk);
        bytes += chunk.length;
      }),
    commit: () =>
      sayingExport(target, () => {
        fs.fsyncSync(descriptor);
        state = 'closed';
        fs.closeSync(descriptor);
        takeName(part, target, replace);
        state = 'done';
        syncFolder(dirname(target));
        return { bytes, sha256: hash.digest('hex') };
      }),
    discard: () => {
      if (state === 'done') return;
      if (state === 'open') fs.closeSync(descriptor);
      state = 'done';
      fs.rmSync(part, { force: true });
    },
  };
}

function checkTarget(target: string, replace: boolean): void {
  const found = fs.lstatSync(target, { throwIfNoEntry: false });
  if (found === undefined) return;
  const name = basename(target);
  if (found.isDirectory()) throw refusal(`"${name}" is a folder. Give the name of a file in it.`);
  if (!found.isFile())
    throw refusal(`"${name}" is a link or a device, and an export only ever makes an ordinary file. Choose another name.`);
  if (!replace) throw refusal(`"${name}" exists already. Choose another name, or allow it to be replaced (--force on the command line).`);
  if ((found.mode & 0o200) === 0) throw refusal(`"${name}" is read-only. It is unchanged; choose another name.`);
}

/** A link refuses a name that was taken meanwhile, which a rename would silently replace; where there are no links, the check was all. */
function takeName(part: string, target: string, replace: boolean): void {
  checkTarget(target, replace);
  if (!replace && linked(part, target)) {
    fs.rmSync(part);
    return;
  }
  fs.renameSync(part, target);
}

function linked(part: string, target: string): boolean {
  try {
    fs.linkSync(part, target);
    return true;
  } catch (error: unknown) {
    if (codeOf(error) === 'EEXIST') throw error;
    return false;
  }
}

/** Makes the new name durable; some systems cannot open a folder, and then it is theirs to keep. */
function syncFolder(folder: string): void {
  try {
    const descriptor = fs.openSync(folder, 'r');
    fs.fsyncSync(descriptor);
    fs.closeSync(descriptor);
  } catch (error: unknown) {
    if (!['EISDIR', 'EPERM', 'EACCES', 'EINVAL', 'EBADF'].includes(codeOf(error))) throw error;
  }
}

const partPattern = /^\.carrel-([0-9a-f]{8})-(\d+)-[0-9a-f]{12}\.part$/;
const dayMs = 86_400_000;

function partName(): string {
  return `.carrel-${hostMark()}-${String(process.pid)}-${randomBytes(6).toString('hex')}.part`;
}

function hostMark(): string {
  return createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
}

/** Removes what an export that was killed left in a folder: parts of this machine's dead processes, and of anybody's after a day. */
export function sweepParts(folder: string): void {
  for (const name of fs.readdirSync(folder)) {
    const match = partPattern.exec(name);
    if (match === null) continue;
    const [, host, pid] = match;
    const path = join(folder, name);
    const found = fs.lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined || !found.isFile()) continue;
    const orphaned = (host === hostMark() && !isRunning(Number(pid))) || Date.now() - found.mtimeMs > dayMs;
    if (orphaned) fs.rmSync(path, { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error: unknown) {
    return codeOf(error) !== 'ESRCH';
  }
}

/** The reasons that a person can do something about; anything else is named by its code. */
const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the space allowed on this disk is used up',
  EFBIG: 'the disk takes no file of this size',
  EACCES: 'this folder may not be written to',
  EPERM: 'this folder may not be written to',
  EROFS: 'the disk is read-only',
  ENOENT: 'the folder does not exist',
  ENOTDIR: 'the folder does not exist',
  ENAMETOOLONG: 'the name is too long',
  EEXIST: 'a file of this name was made meanwhile',
  EBUSY: 'the file is open in another program',
};

function sayingExport<T>(target: string, act: () => T): T {
  try {
    return act();
  } catch (error: unknown) {
    if (error instanceof AppError) throw error;
    const code = codeOf(error);
    throw refusal(
      `"${basename(target)}" could not be written: ${reasons[code] ?? `the system says ${code || 'no more'}`}. An earlier file of this name is unchanged; free the place or choose another.`,
      error,
    );
  }
}

function refusal(message: string, cause?: unknown): AppError {
  return new AppError('EXPORT', message, cause);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
