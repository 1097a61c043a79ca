import { dirname } from 'node:path';
import { AppError } from '../../../shared/errors.ts';
import { freeDiskBytes } from '../../vault/disk-room.ts';

/** Bytes of the disk that are left to what cannot be worked out again: a sync needs them more. */
const roomToLeave = 512 * 1024 * 1024;

/** Throws STORE where the disk would be nearly full with so many bytes more. */
export async function assertRoom(path: string, bytes: number): Promise<void> {
  const free = await freeDiskBytes(dirname(path));
  if (free !== null && free < roomToLeave + bytes)
    throw new AppError('STORE', 'The disk has too little room for what is worked out again anyway.');
}
