import { parentPort, workerData } from 'node:worker_threads';
import { scryptKey, type ScryptTask } from './scrypt.ts';

const task = workerData as ScryptTask;
try {
  const derived = await scryptKey(task);
  // A separate buffer that can be transferred.
  const key = Uint8Array.from(derived);
  derived.fill(0);
  parentPort?.postMessage(key, [key.buffer]);
} finally {
  task.passphrase.fill(0);
}
