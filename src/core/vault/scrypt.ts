import { scrypt, type ScryptOptions } from 'node:crypto';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

/** Some 0.4 s and 128 MiB a guess: an order of magnitude dearer than the database library's own derivation. */
export const SCRYPT = { n: 131_072, r: 8, p: 1 } as const;
const KEY_BYTES = 32;
/** The same as Node's library takes it, with the bytes that it may use meanwhile. */
export const scryptOptions: ScryptOptions = { N: SCRYPT.n, r: SCRYPT.r, p: SCRYPT.p, maxmem: 256 * 1024 * 1024 };

/** What a key is derived from. */
export interface ScryptTask {
  readonly passphrase: Uint8Array;
  readonly salt: Uint8Array;
}

/** The thread's own file lies beside this one, wherever that was built to. */
const entryFile = new URL(`./scrypt-thread${extname(import.meta.url)}`, import.meta.url);

/** A 32-byte key. */
export function scryptKey({ passphrase, salt }: ScryptTask): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(passphrase, salt, KEY_BYTES, scryptOptions, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}

/**
 * The same key from a thread of its own: Electron's cryptography library does the whole work once on the calling thread, only to judge
 * the parameters, so that nothing else would go on meanwhile. The thread is handed bytes of its own and wipes them.
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
      reject(new Error('The thread that derives a key ended without one.'));
    });
  });
}

function startThread(entry: URL, task: ScryptTask): Worker {
  try {
    // It needs no settings of ours, least of all secrets.
    return new Worker(entry, { workerData: task, transferList: [task.passphrase.buffer as ArrayBuffer], env: {}, name: 'scrypt' });
  } catch (error: unknown) {
    task.passphrase.fill(0);
    throw error;
  }
}
