import { dirname } from 'node:path';
import { AppError } from '../../../shared/errors.ts';
import { sweepUnfinished } from '../../platform/files.ts';
import { freeDiskBytes } from '../../vault/disk-room.ts';
import type { StudyReader } from '../study-directory.ts';
import { writeArrays, type NumberArray } from './array-file.ts';

/** Bytes of disk space left for data that cannot be derived again; a sync needs them more. */
const roomToLeave = 512 * 1024 * 1024;

/** What is cached next to a study's file. */
interface CacheFile {
  readonly path: string;
  /** Any JSON value. */
  readonly about: unknown;
  readonly arrays: readonly NumberArray[];
  /** Approximate size in bytes. */
  readonly bytes: number;
}

/**
 * Writes a study's cached data under a key derived from the study's, and replaces earlier data, unless `isWanted` finally returns false
 * because the study is closed. Throws STORE if the disk is nearly full, and file system errors; earlier data is then unchanged.
 */
export async function cacheArrays(
  { file }: StudyReader,
  { path, about, arrays, bytes }: CacheFile,
  isWanted: () => boolean,
): Promise<void> {
  // The study's own key may be zeroed meanwhile.
  const key = Buffer.from(file.key);
  try {
    sweepUnfinished(path);
    const free = await freeDiskBytes(dirname(path));
    if (free !== null && free < roomToLeave + bytes)
      throw new AppError('STORE', 'There is too little disk space to cache computed results. They will be computed again.');
    await writeArrays(path, key, about, arrays, isWanted);
  } finally {
    key.fill(0);
  }
}
