import { scrypt, type ScryptOptions } from 'node:crypto';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

/** About 0.4 s and 128 MiB per guess: an order of magnitude more than the database library's own derivation. */
export const SCRYPT = { n: 131_072, r: 8, p: 1 } as const;
export const KEY_BYTES = 32;
/** The same parameters as Node's library expects them, with its memory limit in bytes. */
const scryptOptions: ScryptOptions = { N: SCRYPT.n, r: SCRYPT.r, p: SCRYPT.p, maxmem: 256 * 1024 * 1024 };

/** Input of a key derivation. */
export interface ScryptTask {
  readonly passphrase: Uint8Array;
  readonly salt: Uint8Array;
}

/** The thread's own file is next to this one, wherever that was built. */
const entryFile = new URL(`./scrypt-thread${extname(import.meta.url)}`, import.meta.url);

/** Derives a 32-byte key. */
export function scryptKey({ passphrase, salt }: ScryptTask): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(passphrase, salt, KEY_BYTES, scryptOptions, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}

/**
 * Derives the same key in a separate thread by WebAssembly, for Electron: its cryptography library derives every key twice, once on the
 * calling thread, only to check the parameters. The thread gets its own bytes, zeroes them and ends, and its memory with it.
 */
export function scryptKeyInThread({ passphrase, salt }: ScryptTask, entry: URL = entryFile): Promise<Buffer> {
  const task: ScryptTask = { passphrase: Uint8Array.from(passphrase), salt: Uint8Array.from(salt) };
  return new Promise((resolve, reject) => {
    const worker = startThread(entry, task);
    worker.once('message', (key: Uint8Array<ArrayBuffer>) => {
      resolve(Buffer.from(key.buffer));
    });
    worker.once('error', reject);
    worker.once('exit', () => {
      reject(new Error('The key derivation thread ended without a key.'));
    });
  });
}

function startThread(entry: URL, task: ScryptTask): Worker {
  try {
    // It needs none of our environment, least of all secrets.
    return new Worker(entry, { workerData: task, transferList: [task.passphrase.buffer as ArrayBuffer], env: {}, name: 'scrypt' });
  } catch (error: unknown) {
    task.passphrase.fill(0);
    throw error;
  }
}
