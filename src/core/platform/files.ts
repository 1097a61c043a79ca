import { randomBytes } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import { isRunning } from './atomic-file.ts';
import { errnoOf } from './errno.ts';

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the disk is read-only',
  EACCES: 'this account may not write there',
  EPERM: 'this account may not write there',
  ENOTDIR: 'a part of that path is a file',
  EEXIST: 'a file of that name is in the way',
  ENOENT: 'the folder is gone',
  EIO: 'the disk reported an error',
  EFTYPE: 'a folder, a pipe or a device is in its place',
  EFBIG: 'it is larger than expected',
};

/** Creates a STORE error with the cause as far as the system gave one. `doing`: "The key file could not be written". */
export function storeFailure(doing: string, cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  const reason = REASONS[errnoOf(cause)] ?? 'the system refused it';
  return new AppError('STORE', `${doing}: ${reason}. Mirrored data is unchanged. Free up space or grant access, then try again.`, cause);
}

/** Creates a folder that only its owner can access; an existing one is left unchanged. */
export function makePrivateFolder(path: string): void {
  try {
    makeFolders(path);
  } catch (error: unknown) {
    throw storeFailure(`The folder ${path} could not be created`, error);
  }
}

/** Creates a folder (0700) and its parents. Node's own recursive mode never ends if a system denies new folders with ENOENT (/proc). */
export function makeFolders(path: string): void {
  if (isFolder(path)) return;
  const above = dirname(path);
  if (above !== path) makeFolders(above);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error: unknown) {
    // Another process may have created it meanwhile.
    if (!isFolder(path)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Creates a data folder if missing. Throws STORE if it is not writable. */
export function assertWritableFolder(path: string): void {
  makePrivateFolder(path);
  try {
    accessSync(path, constants.W_OK | constants.X_OK);
  } catch (error: unknown) {
    throw storeFailure(`The folder ${path} cannot be written to`, error);
  }
}

/** Writes a whole file (0600) so that after a crash it has either the earlier or the new content. Throws STORE. */
export function writeDurably(path: string, content: string): void {
  const temporary = unfinishedName(path);
  try {
    writeSynced(temporary, content);
    renameSync(temporary, path);
    syncFolder(dirname(path));
  } catch (error: unknown) {
    rmSync(temporary, { force: true });
    throw storeFailure(`${basename(path)} could not be written`, error);
  }
}

/** Temporary name of an unfinished file, by which `sweepUnfinished` finds it. */
export function unfinishedName(path: string): string {
  return `${path}.${String(process.pid)}-${randomBytes(4).toString('hex')}.new`;
}

/** Deletes unfinished files left by killed writers; those of running writers stay. */
export function sweepUnfinished(path: string): void {
  const unfinished = new RegExp(`^${basename(path).replaceAll('.', '\\.')}\\.(\\d+)-[0-9a-f]{8}\\.new$`);
  for (const name of namesIn(dirname(path))) {
    const writer = unfinished.exec(name)?.[1];
    if (writer !== undefined && !isRunning(Number(writer))) rmSync(join(dirname(path), name), { force: true });
  }
}

/**
 * Runs a cleanup that can wait. If the system refuses it now, for example because another program has a file open, it is left to the next
 * time. Throws every other error of `work`.
 */
export function cleanUpIfPossible(work: () => void): void {
  try {
    work();
  } catch (error: unknown) {
    const isRefused = error instanceof AppError ? error.code === 'STORE' : error instanceof Error && 'syscall' in error;
    if (!isRefused) throw error;
  }
}

/** Flags for opening what may be a pipe without a writer, which would otherwise block; an ordinary file is read as usual. */
export const readingFlags = constants.O_RDONLY | openFlag('O_NONBLOCK');

/** Opens an ordinary file for reading without blocking. Throws system errors; EFTYPE if it is a folder, a pipe or a device. */
export function openOrdinary(path: string): number {
  const file = openSync(path, readingFlags);
  if (fstatSync(file).isFile()) return file;
  closeSync(file);
  throw notOrdinary();
}

/** The error for a folder, a pipe or a device, which may have no end, in place of a file. */
export function notOrdinary(): Error {
  return Object.assign(new Error('not a regular file'), { code: 'EFTYPE' });
}

/** The text of an ordinary file of at most `longest` bytes. Throws like `openOrdinary`; EFBIG if it is larger. */
export function readOrdinary(path: string, longest: number): string {
  const file = openOrdinary(path);
  try {
    if (fstatSync(file).size > longest) throw Object.assign(new Error('too large'), { code: 'EFBIG' });
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}

/** Milliseconds that a pipe may be silent. */
const longestSilence = 10_000;

/**
 * The text of what a person named in a terminal, of at most `longest` bytes: a file, or a pipe such as that of `<(command)`. Throws system
 * errors; EFTYPE for a folder, EFBIG if it is larger, EAGAIN if a pipe is silent for ten seconds, in which no signal is heard.
 */
export function readFileOrPipe(path: string, longest: number): string {
  const file = openSync(path, readingFlags);
  try {
    if (fstatSync(file).isDirectory()) throw notOrdinary();
    const parts: Buffer[] = [];
    let size = 0;
    for (let part = readPart(file); part.length > 0; part = readPart(file)) {
      size += part.length;
      if (size > longest) throw Object.assign(new Error('too large'), { code: 'EFBIG' });
      parts.push(part);
    }
    return Buffer.concat(parts).toString('utf8');
  } finally {
    closeSync(file);
  }
}

/** The next bytes; empty at the end. */
function readPart(file: number): Buffer {
  const buffer = Buffer.allocUnsafe(65_536);
  for (const end = Date.now() + longestSilence; ;) {
    try {
      return buffer.subarray(0, readSync(file, buffer));
    } catch (error: unknown) {
      if (errnoOf(error) !== 'EAGAIN' || Date.now() > end) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
}

/** The names in a folder; empty if it does not exist. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Reads a file to its end to provoke errors of the disk; a missing file is ignored. */
export function readThrough(path: string): void {
  if (!existsSync(path)) return;
  const file = openOrdinary(path);
  try {
    const part = Buffer.alloc(1024 * 1024);
    while (readSync(file, part) > 0);
  } finally {
    closeSync(file);
  }
}

/** Makes what was written to a file durable. */
export function syncFile(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Makes a rename or removal in the folder durable; Windows has no such call and needs none. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function writeSynced(path: string, content: string): void {
  const handle = openSync(path, 'wx', 0o600);
  try {
    writeFileSync(handle, content);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Creates a file that only its owner can read, if it is missing. Throws if there is a link in its place (not on Windows). */
export function createMissing(path: string): void {
  closeSync(openSync(path, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | openFlag('O_NOFOLLOW'), 0o600));
}

/** A flag for opening a file; 0 on systems without it. */
export function openFlag(name: 'O_NOFOLLOW' | 'O_NONBLOCK'): number {
  const known: Readonly<Partial<Record<string, number>>> = constants;
  return known[name] ?? 0;
}
