import { constants, promises } from 'node:fs';
import { basename, resolve } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import { printable } from '../../shared/printable.ts';
import { errnoOf } from '../platform/errno.ts';
import { openFlag } from '../platform/files.ts';

/** An ordinary file, open for reading only. */
export interface PlainFile {
  /** Without its folder, and safe to display. */
  readonly name: string;
  readonly size: number;
  /** Returns fewer bytes than requested at the end of the file. */
  readonly read: (at: number, length: number) => Promise<Buffer>;
  /** Throws BUSY if the file changed since it was opened, or `read` bytes were not the whole file. */
  readonly assertUnchanged: (read: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Opens an ordinary file; folders, links and devices are refused, because reading them might never end. Throws USAGE if it is not one or
 * cannot be opened, STORE.
 */
export async function openPlainFile(path: string): Promise<PlainFile> {
  const name = printable(basename(resolve(path)));
  const handle = await sayingFile(name, () => openOrdinary(path, name));
  try {
    const { size, mtimeMs } = await handle.stat();
    return {
      name,
      size,
      read: (at, length) =>
        sayingFile(name, async () => {
          const bytes = Buffer.allocUnsafe(length);
          let filled = 0;
          while (filled < length) {
            const { bytesRead } = await handle.read(bytes, filled, length - filled, at + filled);
            if (bytesRead === 0) break;
            filled += bytesRead;
          }
          return bytes.subarray(0, filled);
        }),
      assertUnchanged: async (bytes) => {
        const now = await sayingFile(name, () => handle.stat());
        if (bytes !== size || now.size !== size || now.mtimeMs !== mtimeMs)
          throw new AppError(
            'BUSY',
            `"${name}" changed while it was being read: another program is writing it. Verify it again afterwards.`,
          );
      },
      close: () => handle.close(),
    };
  } catch (error: unknown) {
    await handle.close();
    throw error;
  }
}

async function openOrdinary(path: string, name: string): Promise<promises.FileHandle> {
  const found = await promises.lstat(path);
  if (found.isDirectory()) throw new AppError('USAGE', `"${name}" is a folder. Give a file in it.`);
  if (!found.isFile()) throw notOrdinary(name);
  const handle = await promises.open(path, constants.O_RDONLY | openFlag('O_NOFOLLOW') | openFlag('O_NONBLOCK'));
  const opened = await handle.stat();
  if (opened.isFile() && opened.ino === found.ino && opened.dev === found.dev) return handle;
  await handle.close();
  throw notOrdinary(name);
}

function notOrdinary(name: string): AppError {
  return new AppError('USAGE', `"${name}" is a link or a device, not an ordinary file. Give the file itself.`);
}

/** Reasons for not opening a file that a person can act on. */
const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  ELOOP: 'it is a link, not an ordinary file',
  EACCES: 'this account may not read it',
  EPERM: 'this account may not read it',
  ENAMETOOLONG: 'no file has so long a name',
  EINVAL: 'no file can have this name',
  EBUSY: 'it is locked by another program',
};

async function sayingFile<T>(name: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error: unknown) {
    if (error instanceof AppError) throw error;
    const code = errnoOf(error);
    const reason = reasons[code];
    const because = reason ?? `the system says ${code === '' ? 'no more' : code}`;
    throw new AppError(
      reason === undefined ? 'STORE' : 'USAGE',
      `"${name}" cannot be read: ${because}. Nothing was changed. Give another path, or try again.`,
      error,
    );
  }
}
