import Database from 'better-sqlite3-multiple-ciphers';
import { accessSync, closeSync, constants, existsSync, openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../shared/errors.ts';
import { nativeBinding } from '../store/native-binding.ts';
import { damaged, storeError } from '../store/store-error.ts';
import { assertWritable } from '../platform/read-only-folder.ts';

const PAUSE = 100;

/** Lets go of a lock; calling it twice is harmless. */
export type Release = () => void;

/**
 * Takes the one writer's place of a data folder, waiting `wait` milliseconds at most; throws BUSY after that, and STORE where
 * nothing can be written there. It is the operating system's own lock on an empty file, so it ends with its process however that ends.
 */
export async function acquireSyncLock(dir: string, wait = 5000): Promise<Release> {
  assertWritable(dir);
  const deadline = performance.now() + wait;
  for (;;) {
    const release = tryLock(dir);
    if (release !== null) return release;
    if (performance.now() >= deadline) {
      throw new AppError('BUSY', 'Another Carrel is writing to this data folder. Nothing was changed. Try again when it is done.');
    }
    await sleep(PAUSE);
  }
}

/** The file that a writer holds. */
export function lockPath(dir: string): string {
  return join(dir, 'writer.lock');
}

/** Takes the place if it is free at this moment, else null. */
export function tryLock(dir: string): Release | null {
  let db: Database.Database | null = null;
  try {
    const path = lockPath(dir);
    // Closing it would let go of the lock that this process may hold already (POSIX).
    if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
    if (!statSync(path).isFile()) throw damaged('The lock of the data folder (writer.lock)');
    // SQLite would take a lock for reading, and not say so, on a file that may not be written.
    accessSync(path, constants.W_OK);
    db = new Database(path, { timeout: 0, ...nativeBinding() });
    db.exec('BEGIN EXCLUSIVE');
    const held = db;
    return () => {
      held.close();
    };
  } catch (error: unknown) {
    db?.close();
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) return null;
    throw storeError(error, 'The lock of the data folder');
  }
}
