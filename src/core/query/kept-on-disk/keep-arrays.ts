import { dirname } from 'node:path';
import { AppError } from '../../../shared/errors.ts';
import { sweepUnfinished } from '../../platform/files.ts';
import { freeDiskBytes } from '../../vault/disk-room.ts';
import type { StudyReader } from '../study-directory.ts';
import { writeArrays, type NumberArray } from './array-file.ts';

/** Bytes of the disk that are left to what cannot be worked out again: a sync needs them more. */
const roomToLeave = 512 * 1024 * 1024;

/** What is kept beside a study's file. */
interface Kept {
  readonly path: string;
  /** Anything that JSON holds. */
  readonly about: unknown;
  readonly arrays: readonly NumberArray[];
  /** How many bytes it takes, about. */
  readonly bytes: number;
}

/**
 * Writes what is kept of a study under a key that is made of the study's, until others take its place; not where `isWanted` says in the end that
 * the study is closed. Throws STORE where the disk is nearly full, and what the system says; what was kept before is then as it was.
 */
export async function keepArrays({ file }: StudyReader, { path, about, arrays, bytes }: Kept, isWanted: () => boolean): Promise<void> {
  // The study's own may be zeroed meanwhile.
  const key = Buffer.from(file.key);
  try {
    sweepUnfinished(path);
    const free = await freeDiskBytes(dirname(path));
    if (free !== null && free < roomToLeave + bytes)
      throw new AppError('STORE', 'The disk has too little room for what is worked out again anyway.');
    await writeArrays(path, key, about, arrays, isWanted);
  } finally {
    key.fill(0);
  }
}
