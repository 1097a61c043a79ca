import Database from 'better-sqlite3-multiple-ciphers';
import { accessSync, closeSync, constants, existsSync, openSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
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
  return waitFor(
    lockPath(dir),
    wait,
    'Another Carrel is writing to this data folder. Nothing was changed. Try again when it has finished.',
  );
}

/** Milliseconds that a try of a passphrase waits for those before it, each of which takes some half a second. */
const patienceForTries = 120_000;

/** The place of the one process that tries a passphrase of a data folder: of several at once none is free of the delay. Throws BUSY, STORE. */
export async function acquireTriesLock(dir: string): Promise<Release> {
  const says =
    'Other programs are repeatedly trying passphrases for this data folder. Nothing was changed. Try again when they have stopped.';
  return waitFor(join(dir, 'tries.lock'), patienceForTries, says);
}

async function waitFor(path: string, wait: number, says: string): Promise<Release> {
  const deadline = performance.now() + wait;
  for (;;) {
    const release = lockFile(path);
    if (release !== null) return release;
    if (performance.now() >= deadline) throw new AppError('BUSY', says);
    await sleep(PAUSE);
  }
}

/** The file that a writer holds. */
export function lockPath(dir: string): string {
  return join(dir, 'writer.lock');
}

/** Takes the place if it is free at this moment, else null. */
export function tryLock(dir: string): Release | null {
  return lockFile(lockPath(dir));
}

function lockFile(path: string): Release | null {
  let db: Database.Database | null = null;
  try {
    // Closing it would let go of the lock that this process may hold already (POSIX).
    if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
    if (!statSync(path).isFile()) throw damaged(`The lock of the data folder (${basename(path)})`);
    // SQLite would take a lock for reading, and not say so, on a file that may not be written.
    accessSync(path, constants.W_OK);
    db = new Database(path, { timeout: 0, ...nativeBinding() });
    // With a journal on the disk, SQLite begins one even for this, and a full disk would keep people from what is mirrored.
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
