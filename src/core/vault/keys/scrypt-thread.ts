import { scrypt } from 'hash-wasm';
import { parentPort, workerData } from 'node:worker_threads';
import { KEY_BYTES, SCRYPT, type ScryptTask } from './scrypt.ts';

const { passphrase, salt } = workerData as ScryptTask;
try {
  const derived = await scrypt({
    password: passphrase,
    salt,
    costFactor: SCRYPT.n,
    blockSize: SCRYPT.r,
    parallelism: SCRYPT.p,
    hashLength: KEY_BYTES,
    outputType: 'binary',
  });
  // A separate buffer that can be transferred.
  const key = Uint8Array.from(derived);
  derived.fill(0);
  parentPort?.postMessage(key, [key.buffer]);
} finally {
  passphrase.fill(0);
}
