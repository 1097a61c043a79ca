import Database from 'better-sqlite3-multiple-ciphers';
import { accessSync, constants, lstatSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../../shared/errors.ts';
import { nativeBinding } from '../../store/database/native-binding.ts';
import { damaged, storeError } from '../../store/database/store-error.ts';
import { createMissing } from '../../platform/files.ts';
import { assertSame, identityOf } from '../../platform/own-folder.ts';
import { assertWritable } from '../../platform/read-only-folder.ts';

const PAUSE = 100;

/** Releases a lock; calling it twice is harmless. */
export type Release = () => void;

/**
 * Acquires the writer's lock of a data folder, waiting at most `wait` milliseconds. It is the operating system's lock on an empty file, so
 * it ends with its process in any case. Throws BUSY after the wait, STORE if the folder is not writable, SECURITY if it was replaced
 * meanwhile: callers have checked whose it is.
 */
export async function acquireSyncLock(dir: string, wait = 5000): Promise<Release> {
  assertWritable(dir);
  const folder = identityOf(dir);
  return waitFor(
    lockPath(dir),
    wait,
    'Another Carrel is writing to this data folder. Nothing was changed. Try again when it has finished.',
    () => {
      assertSame(dir, folder);
    },
  );
}

/** Milliseconds that a passphrase attempt waits for earlier ones, which take about half a second each. */
const triesTimeoutMs = 120_000;

/** Acquires the lock for trying a passphrase of a data folder, so that parallel attempts cannot avoid the delay. Throws BUSY, STORE. */
export async function acquireTriesLock(dir: string): Promise<Release> {
  const says =
    'Other programs are repeatedly trying passphrases for this data folder. Nothing was changed. Try again when they have stopped.';
  return waitFor(join(dir, 'tries.lock'), triesTimeoutMs, says);
}

/** `check`: called before each try that follows a wait. */
async function waitFor(path: string, wait: number, says: string, check: () => void = () => undefined): Promise<Release> {
  const deadline = performance.now() + wait;
  for (;;) {
    const release = lockFile(path);
    if (release !== null) return release;
    if (performance.now() >= deadline) throw new AppError('BUSY', says);
    await sleep(PAUSE);
    check();
  }
}

/** The lock file of a writer. */
export function lockPath(dir: string): string {
  return join(dir, 'writer.lock');
}

/** Acquires the lock if it is free at this moment, otherwise returns null. */
export function tryLock(dir: string): Release | null {
  return lockFile(lockPath(dir));
}

function lockFile(path: string): Release | null {
  let db: Database.Database | null = null;
  try {
    // Closing an existing file would release the lock that this process may already hold (POSIX).
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) createMissing(path);
    if (!lstatSync(path).isFile()) throw damaged(`The lock of the data folder (${basename(path)})`);
    // On a file that is not writable, SQLite would silently take only a read lock.
    accessSync(path, constants.W_OK);
    db = new Database(path, { timeout: 0, ...nativeBinding() });
    // With a journal on disk, SQLite would create one even for this, and a full disk would block access to mirrored data.
    db.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
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
